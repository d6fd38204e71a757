"""First names that are known in small letters, too. Those that are words as well ("will", "may",
"mark", "rose", "christian") are left out."""

_WOMEN = """
abby abigail ada adela adele adriana agnes aisha alba alejandra alessandra alexandra alexis
alice alicia alina alison amanda amelia amelie amina amy ana anastasia andrea angela angelina
anita anja anke anna annabel anne annette annika antonia anya ariana arya ashley astrid audrey
aurora ava ayesha barbara beatrice beatriz becky bella bernadette beth bianca birgit bonnie
brenda brianna bridget brigitte britta caitlin camila camille cara carina carla carmen carol
carolina caroline carolyn cassandra catarina catherine cathy cecilia celeste celia celine
chantal charlotte chiara chloe christa christina christine cindy claire clara claudia clementine
colette concha constance cora corinna cristina cynthia dana daniela danielle daphne deborah
debra delphine denise diana diane dolores dominique donna doris dorothea dorothy edith eileen
elaine eleanor elena elif elisa elisabeth elise eliza elizabeth elke ella ellen ellie elodie
elsa emilia emilie emily emma erica erika erin estelle ester esther eugenie eva evelyn fatima
felicia fiona florence franziska frida gabi gabriela gabrielle gemma genevieve georgina gina
gisela giulia gloria greta gudrun hanna hannah harriet heather heidi heike helen helena helga
henrietta hilary ilse imogen ines inga ingrid irene irina isabel isabella isabelle jacqueline
jana jane janet janine jasmin jasmine jeanette jenna jennifer jenny jess jessica jill joanna
johanna josefina josephine joyce juana judith judy julia juliana julie juliette jutta karen
karin karina karla kate katharina katherine kathleen kathrin kathy katia katie katja katrin
kayla kelly kerstin kim kimberly kirsten kristen kristin kristina lara larissa laura lauren lea
leah leila lena leonie leticia lia lidia lilian lillian lina linda lisa livia lola lorena lori
louise lucia lucie lucy luisa luise lydia lynn mackenzie madeleine magdalena maja manuela mara
marcela margaret margarita margot maria mariam mariana marianne marie marina marion marisa
marlene marta martha martina mary mathilde maureen maya megan melanie melissa meredith mia
michaela michelle mila milena mira miranda miriam molly monica monika nadia nadine nancy naomi
natalia natalie natasha nathalie nicole nina noelle noemi nora nuria odette olga olivia pamela
paola patricia paula paulina pauline petra phoebe pia pilar priya rachel raquel rebecca regina
renata renate rita roberta rocio romy rosa rosalie rosie roxanne ruth sabine sabrina salma
samantha sandra sandrine sandy sara sarah saskia selena selma serena shannon sharon sheila
shirley sibylle silke silvia simone sina sofia sofie solange sonia sonja sophia sophie stefanie
stella stephanie susan susana susanne suzanne svenja sylvia sylvie tamara tania tanja tara
tatiana teresa tess theresa tiffany tina tracy ulrike ursula valentina valeria valerie vanessa
vera veronica veronika vicky victoria viktoria virginia virginie vivian viviane wanda wendy
wiebke ximena yasmin yasmine yolanda yuki yvonne zahra zara zoe
"""
_MEN = """
aaron abdul abraham adam adrian ahmed aidan akira alan alberto alejandro alessandro alex
alexander alexandre alfonso alfred ali alistair alvaro amir anders andre andreas andrei andres
andrew andy anthony antoine anton antonio arjun armando arnaud arthur arturo axel bastian
bastien ben benedict benjamin benoit bernard bernd bernhard bjorn bob bobby boris brandon
brendan brent brian bruno bryan caleb cameron carlos carsten cedric cesar charles charlie chris
christoph christophe christopher claus clemens clement colin connor craig cristian curtis cyril
damian damien dan daniel danny dario darren dave david dennis derek detlef diego dieter dietmar
dimitri dirk dmitri dominic dominik donald doug douglas duncan dustin dylan edgar eduardo edward
edwin eli elias emanuel emil emilio emmanuel enrique enzo eric erik ernesto ernst ethan etienne
eugen evan fabian fabien fabio fabrice federico felipe felix fernando finn florian francesco
francis francisco francois franz fred frederic frederik fritz gabriel gareth gary gavin geoff
georg george gerald gerard gerd gerhard gilbert gilles giovanni gonzalo gordon graham greg
gregor gregory guido guillaume guillermo gunther gustav gustavo hans harald harold harry hassan
hector heiko heinrich heinz helmut hendrik henri henrik henry herbert hermann hiroshi holger
horst howard hugh hugo ian ibrahim ignacio igor ingo isaac ismael ivan ivo jackson jacob jacques
jaime jake jakob james jamie jan jared jason javier jean jeff jeffrey jens jeremie jeremy jerome
jerry jim jimmy joachim joao joaquin jochen joe joel joerg johan johann johannes john johnny jon
jonas jonathan jorg jorge jose josef joseph josh joshua juan julian julien julio jurgen justin
kai karim karl karsten keith ken kenji kenneth kevin khalid klaus konrad kurt kyle lars laurent
lawrence leandro lee len lennart leo leon leonard leonardo leopold liam lorenzo louis luca lucas
ludwig luis luka lukas luke magnus malik manfred manuel marc marcel marcelo marco marcos marcus
mario marius markus martin mason mateo mathias mathieu mathis matt matteo matthew matthias
matthieu maurice mauricio max maxim maxime maximilian mehmet micha michael michel miguel mike
mohamed mohammed moritz muhammad mustafa nathan neil nick nico nicolas niels nigel nikita niklas
niko nikolai noah norbert norman olaf oliver olivier omar oscar oskar otto owen pablo paolo
pascal patrice patrick paul pavel pedro peter phil philip philipp philippe pierre pieter rafael
rahul rainer ralf ralph ramon raphael raul raymond reinhard remi rene ricardo richard rick
robert roberto robin rodrigo roger rohan roland rolf ron ronald ross ruben rudi rudolf russell
ryan salvador sam samir samuel sanjay santiago scott sean sebastian sebastien sergei sergio seth
shaun siegfried simon stefan stefano stephan stephane stephen steve steven stuart sven taylor
ted theo theodor thibault thierry thomas thorsten tim timo timothy tobias toby todd tom tomas
tommy tony torsten travis tristan tyler udo ulrich uwe valentin vicente viktor vincent vladimir
volker walter warren wayne werner wilhelm william willy wolfgang xavier yann yannick yusuf zach
"""
_PETS = """
bello fido gizmo luna maxi milo mimi minka miso nala oreo rex rocky rufus simba tiger toby
whiskers ziggy
"""
GIVEN = frozenset(" ".join((_WOMEN, _MEN, _PETS)).split())
"""Names of people and animals, in small letters."""
