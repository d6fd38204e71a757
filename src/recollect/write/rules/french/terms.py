"""French: what terms are called in a note."""

from ..talk import listed

_RELATIVES = listed(
    """
    ex-wife: ex-femme | ex femme
    ex-husband: ex-mari | ex mari
    ex-girlfriend: ex-copine | ex copine
    ex-boyfriend: ex-copain | ex copain
    wife: femme | épouse
    husband: mari | époux
    partner: compagnon | compagne | conjoint | conjointe | partenaire
    girlfriend: copine | petite amie
    boyfriend: copain | petit ami
    fiancé: fiancé
    fiancée: fiancée
    mother: mère | maman
    father: père | papa
    sister: sœur | soeur | grande sœur | petite sœur
    brother: frère | grand frère | petit frère
    son: fils
    daughter: fille
    grandmother: grand-mère | mamie
    grandfather: grand-père | papi
    aunt: tante
    uncle: oncle
    cousin: cousin | cousine
    niece: nièce
    nephew: neveu
    friend: ami | amie
    best friend: meilleur ami | meilleure amie
    boss: chef | cheffe | patron | patronne
    colleague: collègue
    dog: chien | chienne
    cat: chat | chatte
    puppy: chiot
    kitten: chaton
    rabbit: lapin
    hamster: hamster
    parrot: perroquet
    horse: cheval
    """
)
_THINGS = listed(
    """
    car: voiture
    house: maison
    flat: appart | appartement
    bike: vélo
    motorbike: moto
    boat: bateau
    piano: piano
    """
)
_MONTHS = listed(
    """
    January: janvier
    February: février
    March: mars
    April: avril
    May: mai
    June: juin
    July: juillet
    August: août
    September: septembre
    October: octobre
    November: novembre
    December: décembre
    """
)
_DAYS = listed(
    """
    Monday: lundi
    Tuesday: mardi
    Wednesday: mercredi
    Thursday: jeudi
    Friday: vendredi
    Saturday: samedi
    Sunday: dimanche
    """
)
TONGUES = listed(
    """
    German: allemand | l'allemand
    English: anglais | l'anglais
    Spanish: espagnol | l'espagnol
    French: français | le français
    Italian: italien | l'italien
    Portuguese: portugais | le portugais
    Arabic: arabe | l'arabe
    Chinese: chinois | le chinois
    Japanese: japonais | le japonais
    Russian: russe | le russe
    Dutch: néerlandais | le néerlandais
    Breton: breton | le breton
    Turkish: turc | le turc
    Polish: polonais | le polonais
    Korean: coréen | le coréen
    Romanian: roumain | le roumain
    Ukrainian: ukrainien | l'ukrainien
    Vietnamese: vietnamien | le vietnamien
    """
)
SOME = ("un peu", "un peu de", "un peu d'")
"""What says that a language is spoken a little."""

TERMS = {
    "relative": _RELATIVES,
    "kin": listed(
        """
        children: enfants
        sons: fils | garçons
        daughters: filles
        brothers: frères
        sisters: sœurs | soeurs
        grandchildren: petits-enfants
        dogs: chiens
        cats: chats
        """
    ),
    "number": listed(
        """
        two: deux | 2
        three: trois | 3
        four: quatre | 4
        five: cinq | 5
        six: six | 6
        """
    ),
    "month": _MONTHS,
    "when": listed(
        """
        last month: le mois dernier | il y a un mois
        last week: la semaine dernière | il y a une semaine
        last year: l'année dernière | l'an dernier | il y a un an
        yesterday: hier
        today: aujourd'hui
        this week: cette semaine
        this month: ce mois-ci
        this year: cette année
        two weeks ago: il y a deux semaines
        three weeks ago: il y a trois semaines
        two months ago: il y a deux mois
        three months ago: il y a trois mois
        two years ago: il y a deux ans
        three years ago: il y a trois ans
        recently: récemment | il y a peu
        """
    )
    | {f"en {year}": f"in {year}" for year in range(1950, 2051)}
    | {f"en {month}": f"in {name}" for month, name in _MONTHS.items()}
    | {f"{day} dernier": f"last {name}" for day, name in _DAYS.items()},
    "tongue": TONGUES
    | {f"{some} {tongue}": f"some {name}" for tongue, name in TONGUES.items() for some in SOME},
    "manner": listed(
        """
        in French: en français
        in English: en anglais
        in German: en allemand
        in Spanish: en espagnol
        in Italian: en italien
        briefly: brièvement | de façon concise | de manière concise | de façon brève
        briefly: court | en bref
        in detail: en détail | de façon détaillée | de manière détaillée
        in bullet points: sous forme de liste | en liste | avec des puces
        """
    ),
    "contact": listed(
        """
        timezone: fuseau horaire
        email: mail | email | e-mail | adresse mail | adresse e-mail | adresse email | courriel
        phone: téléphone | numéro | numéro de téléphone | portable | numéro de portable
        """
    ),
    "favourite": listed(
        """
        colour: couleur
        film: film
        book: livre
        food: nourriture
        dish: plat
        drink: boisson
        music: musique
        band: groupe
        song: chanson
        sport: sport
        team: équipe
        animal: animal
        city: ville
        country: pays
        series: série
        game: jeu | jeu vidéo
        restaurant: restaurant | resto
        author: auteur | autrice | écrivain
        season: saison
        subject: matière
        """
    ),
    "diet": listed(
        """
        vegetarian: végétarien | végétarienne
        vegan: végan | végane | vegan | végétalien | végétalienne
        pescatarian: pescétarien | pescétarienne
        diabetic: diabétique
        coeliac: cœliaque | coeliaque
        pregnant: enceinte
        """
    ),
    "food": listed(
        """
        meat: viande
        fish: poisson
        dairy: produits laitiers
        eggs: œufs | oeufs
        gluten: gluten
        lactose: lactose
        fructose: fructose
        """
    ),
    "illness": listed(
        """
        asthma: asthme
        diabetes: diabète
        type 1 diabetes: diabète de type 1
        type 2 diabetes: diabète de type 2
        ADHD: tdah
        migraines: migraines
        high blood pressure: hypertension
        epilepsy: épilepsie
        depression: dépression
        arthritis: arthrite | arthrose
        eczema: eczéma
        """
    ),
    "thing": _THINGS,
    "owned": _THINGS | _RELATIVES,
    "employment": listed(
        """
        self-employed: à mon compte | pour moi-même | en freelance | auto-entrepreneur
        self-employed: auto-entrepreneuse
        unemployed: au chômage | sans emploi
        retired: à la retraite
        """
    ),
    "status": listed(
        """
        married: marié | mariée | mariés
        divorced: divorcé | divorcée | divorcés
        single: célibataire
        engaged: fiancé | fiancée | fiancés
        widowed: veuf | veuve
        """
    ),
}
"""Group → words → what they are called."""
PHRASES = listed(
    """
    dark mode: mode sombre | thème sombre
    light mode: mode clair | thème clair
    short answers: réponses courtes | réponses brèves
    long answers: réponses longues
    detailed answers: réponses détaillées
    """
)
"""Objects that are known by an English name."""
