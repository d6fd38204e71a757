"""Word lists: what is never indexed, and which forms belong together."""

from __future__ import annotations

from .function_words import FUNCTION_WORDS

# Question words are here on purpose: "when did" and "how many" say what is asked, not about what.
# Not here, though they are function words: will, may and don are also names and a month, like is
# what people are asked about, won is a form of win.
# A contraction is spelled without its apostrophe, as it leaves the splitter.
_STOP_WORDS = """
    a about above after again against aint all also am an and any are arent as at
    be because been before being below between both but by
    can cannot cant could couldnt couldve
    did didnt do does doesnt doing done dont down during
    each either else ever every few for from further
    had hadnt has hasnt have havent having he her here hers herself hes him himself his
    how however hows http https
    i if im in into is isnt it itll its itself ive
    just let lets many me might mightnt more most much must mustnt my myself
    neither no nor not now of off on once only onto or other our ours ourselves out over own per
    rather really same shall shant she shes should shouldnt shouldve so some such
    than that thats the their theirs them themselves then there theres these they
    theyd theyll theyre theyve this those though through thus to too toward towards
    under until unto up upon us very via
    was wasnt we were werent weve what whatever whats when whenever
    where wheres wherever whether which whichever while who whom whos whose why whys
    with within without wont would wouldnt wouldve
    yes yet you youd youll your youre yours yourself yourselves youve
"""
STOP_WORDS = frozenset(_STOP_WORDS.split()) | FUNCTION_WORDS

# Chinese particles, pronouns and the like, as single characters. Inside a pair they stay: there
# they are as often part of a word.
STOP_CHARACTERS = frozenset(
    "的了是在我你他她它们这那和与也都就吗呢吧啊呀么嘛哪谁几很有不个着过被把给对从到为之其或但而会能要"
)

# Pairs of characters that are pronouns, conjunctions, endings, or ask, in Chinese and Korean.
_STOP_PAIRS = """
    什么 哪里 哪儿 哪个 哪些 在哪 怎么 怎样 么样 为什 多少 几个 是谁 谁的 我们 你们 他们 她们
    咱们 我的 你的 他的 她的 自己 这个 那个 这些 那些 这里 那里 一个 没有 可以 不是 就是 还是
    但是 因为 所以 如果 虽然 或者 而且 已经 什麼 哪裡 哪裏 哪兒 哪個 怎麼 怎樣 麼樣 為什 幾個
    是誰 誰的 我們 你們 他們 她們 這個 那個 這裡 一個 沒有 還是 因為 雖然 已經 어디 무엇 무슨
    누가 누구 언제 어떻 떻게 어떤 얼마 뭐예 뭐야 뭐라 나요 까요 예요 이에 에요 어요 아요 해요
    있나 있어 습니 입니 합니 니다 니까 했어 했나 에서 에게 으로 하고 그리 그런 저는 나는 제가
    내가 우리 이게 그게
"""
STOP_PAIRS = frozenset(_STOP_PAIRS.split())

# Forms that the stemmer cannot relate, after the word they belong to.
# Not here: forms that are mostly a word of their own (bit, bound, bore, ground, leaves, rose).
_IRREGULAR = """
    arise arose arisen; awake awoke awoken; beat beaten; become became; begin began begun;
    bend bent; bite bitten; bleed bled; blow blew blown; break broke broken; breed bred;
    bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen;
    cling clung; come came; creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt;
    drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
    fight fought; find found; flee fled; fly flew flown; forbid forbade forbidden;
    forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten;
    give gave given; go goes went gone; grow grew grown; hang hung; hear heard; hide hid hidden;
    hold held; keep kept; kneel knelt; know knew known; lay laid; lead led; leap leapt;
    learn learnt; leave left; lend lent; lose lost; make made; mean meant; meet met;
    mistake mistook mistaken; overcome overcame; oversee oversaw overseen; pay paid;
    prove proven; rebuild rebuilt; redo redid redone; rewrite rewrote rewritten;
    ride rode ridden; ring rang rung; rise risen; run ran; say said; see saw seen; seek sought;
    sell sold; send sent; sew sewn; shake shook shaken; shine shone; shoot shot; show shown;
    shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid;
    speak spoke spoken; speed sped; spend spent; spin spun; spring sprang sprung; stand stood;
    steal stole stolen; stick stuck; sting stung; strike struck; strive strove; swear swore sworn;
    sweep swept; swell swollen; swim swam swum; swing swung; take took taken; teach taught;
    tear tore torn; tell told; think thought; throw threw thrown; undergo underwent undergone;
    understand understood; undertake undertook undertaken; wake woke woken; wear wore worn;
    weave wove woven; weep wept; win won; withdraw withdrew withdrawn; write wrote written;

    calf calves; child children; foot feet; goose geese; half halves; knife knives; loaf loaves;
    man men; mouse mice; ox oxen; person people; scarf scarves; shelf shelves; thief thieves;
    tooth teeth; wife wives; wolf wolves; woman women; analysis analyses; crisis crises;
    criterion criteria; diagnosis diagnoses; hypothesis hypotheses; phenomenon phenomena
"""
IRREGULAR = {
    form: base
    for base, *forms in (entry.split() for entry in _IRREGULAR.split(";"))
    for form in forms
}
