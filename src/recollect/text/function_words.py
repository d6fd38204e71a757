"""What says little in languages other than English: pronouns, particles, and what asks.

Words are spelled as folding leaves them: without accents, й as и, ς as σ. Left out is what is a
word, a name or an abbreviation in English too (die, mit, uber, soy, son, la, est, comment, come,
uno, ci, eu), and single Latin letters.
"""

from __future__ import annotations

_GERMAN = """
    ich du sie wir ihr mich mir dich ihm ihn uns euch ihnen mein meine meinen meinem meiner
    meines dein deine deinen deinem deiner deines sein seinen seinem seiner ihre ihren ihrem
    ihrer unser unsere unseren unserem unserer euer eure euren der das dem ein eine einen
    einem einer eines kein keine keinen und oder aber denn weil dass wenn wie wo wohin woher
    wann warum wieso weshalb wer wen wem wessen welche welcher welches welchen welchem womit
    wofur wogegen woruber woran worauf wovon ist bist sind seid waren wird werde werden wurde
    wurden habe hast haben hatte hatten kann kannst konnen konnte muss mussen soll sollen
    nicht auch noch nur schon sehr zu zum zur von vom auf fur aus bei nach vor ins es
"""
_SPANISH = """
    yo tu el ellos ellas nosotros usted ustedes mi mis tus su sus nuestro nuestra nuestros
    nuestras lo los las te se nos una unos unas de del en por para que cual cuales quien
    quienes donde adonde cuando cuanto cuanta cuantos cuantas porque es eres somos fue fui ser
    estar esta este esto estos estas estoy estan estamos tengo tiene tienes tenemos tienen muy
    mas pero si ya tambien
"""
_FRENCH = """
    je ils nous vous lui leur leurs mes tes sa ses notre votre vos le une des du au et ou que
    qu qui quoi quel quelle quels quelles quand pourquoi combien sont etre suis etes sommes
    avons avez ont avait etait pas ne tres aussi mais donc dans avec ce cet cette ces cela
    estce questce
"""
_ITALIAN = """
    io noi voi loro mio miei mie tuo tua tuoi suo sua suoi nostro nostra gli della delle degli
    da alla alle nel nella che cosa dove quando quanto quanti quale quali perche sono sei
    siamo essere ha hai abbiamo hanno anche ti
"""
_PORTUGUESE = """
    voce voces ele ela eles elas meu minha meus minhas seu seus suas nosso nossa uma umas na
    ao aos em onde quem qual quais quantos quantas sao sou estou estao foi tenho tem temos nao
    muito tambem mas pelo pela isso isto
"""
_RUSSIAN = """
    я ты он она оно мы вы они меня мне мнои тебя тебе тобои его ему им ее еи нас нам нами вас
    вам вами их ими него нему ним нее неи них ними мои моя мое моего моеи моему моим моих мою
    моем твои твоя твое твоего твоеи твоих твою свои своя свое своего своеи своих свою наш
    наша наше наши нашего нашеи наших ваш ваша ваше ваши этот эта это эти этого этои этом этих
    эту этим тот та те того тои том тех ту себя себе что чего чему чем кто кого кому кем где
    куда откуда когда как какои какая какое какие какого какому каком каким каких какую какими
    которыи которая которое которые почему зачем сколько чеи чья чье чьи ли и а но или да нет
    не ни же бы в во на с со у о об к ко от до из за по для при про без под над если чтобы
    хотя потому так тоже также еще уже только вот ну ведь есть быть был была было были буду
    будет будут будешь
"""
_UKRAINIAN = """
    ти він вона воно ми ви вони мене мені тебе тобі иого иому моє моєі моі твоє твоі своі що
    чого хто кого де куди коли як якии яка яке які якого якоі чому скільки чи і та або але це
    цеи ця ці з із зі від до є був була було були буде
"""
_GREEK = """
    ο η το οι τα του τησ των τον την τουσ τισ ενασ μια ενα ενοσ και κι να θα δεν μην με σε στο
    στη στην στον στα στισ στουσ απο για προσ εγω εσυ αυτοσ αυτη αυτο αυτοι αυτεσ αυτα εμεισ
    εσεισ εμενα εσενα μου σου μασ σασ τι ποιοσ ποια ποιο ποιον ποιοι ποιεσ που πωσ ποτε γιατι
    ποσο ποσοσ ποση ποσα ποσοι ποσεσ οτι αν οταν οπωσ ειναι ειμαι εισαι ειμαστε ημουν ησουν
    ηταν εχω εχεισ εχει εχουμε εχετε εχουν ειχα ειχεσ ειχε ειχαν ωσ αλλα ομωσ πολυ
"""
_ARABIC = """
    في من إلى على عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا متى أين كيف لماذا هل كم أي أية
    هو هي هم هن أنا نحن أنت أنتم لا لم لن ليس ليست كان كانت كنت يكون تكون قد لقد أن إن أنه إنه
    أنها إنها لأن إذا لكن أو ثم كل عند عندي عندك لدي لديك كما حتى هناك هنا به بها له لها لي لك
    فيه فيها منه منها عليه عليها و وما وهو وهي وإلى وفي ومن وعن وهل وأين ومتى وكيف مما
"""
_HINDI = """
    मैं मैंने मुझे मुझको मुझसे मेरा मेरी मेरे हम हमें हमने हमारा हमारी हमारे तुम तुमने तुम्हें
    तुम्हारा तुम्हारी तुम्हारे आप आपने आपका आपकी आपके आपको वह वे यह ये उस उसने उसे उसका उसकी
    उसके इस इसे इसका इसकी इसके उन उन्हें उनका उनकी उनके अपना अपनी अपने का की के को से में पर
    ने तक और या लेकिन कि तो भी ही है हैं हूँ हूं हो था थी थे होगा होगी गया गई गए रहा रही रहे
    क्या कौन कौनसा कहाँ कहां कब कैसे कैसा कैसी क्यों कितना कितनी कितने किस किसने किसे किसको
    किससे किसका किसकी किसके जो जब नहीं न मत सा सी
"""
_HEBREW = """
    אני אתה את הוא היא אנחנו אתם הם הן של שלי שלך שלו שלה שלנו על עם אל לא מה מי איפה לאן מתי
    למה מדוע איך איזה איזו כמה האם זה זאת זו יש אין היה היתה הייתה היו גם או אבל כי אם לי לך
    לו לה אותי אותו אותה
"""
FUNCTION_WORDS = frozenset(
    word
    for words in (
        *(_GERMAN, _SPANISH, _FRENCH, _ITALIAN, _PORTUGUESE),
        *(_RUSSIAN, _UKRAINIAN, _GREEK, _ARABIC, _HINDI, _HEBREW),
    )
    for word in words.split()
)
