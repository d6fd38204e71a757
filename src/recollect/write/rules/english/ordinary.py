"""Words that may stand where a name is looked for."""

PLAIN = frozenset(
    "a about above across actually after again ago all almost alone already also although always"
    " am among an and another any anymore anyone anything anyway are around as at atm away back bc"
    " bcs be because been before behind being below beside between both btw but by can cause"
    " coming could coz currently cuz did do does doing done down during each either else even ever"
    " every everyone everything except far few finally fine five folks for four from full fyi"
    " generally get go going good got great guys had haha hahaha has have having he he's hello"
    " help her here hey hi him his how however i i'd i'll i'm i've idk if imho imo in inside"
    " instead into is it it's its just kinda last lately later let like likely lmao lol looking"
    " maybe me might mine mostly much my myself near nearby need never new next ngl nice no none"
    " nope not nothing now of off often ok okay omg on once one only onto or originally other our"
    " out outside over past per please pls plus plz probably quite r rather really recently right"
    " rn sadly same seven she she's should side simply since six so some someone something"
    " sometimes somewhere soon sorry still such sure tbh temporarily than thank thanks that that's"
    " the their them then there these they they're thing things this tho those though three"
    " through thx till to today together tomorrow tonight too toward town two ty u under"
    " unfortunately until up upon ur us usually very via want was wbu we we're we've well were"
    " what what's when where whether which while who whose why will with within without would yeah"
    " years yes yesterday yet you your yours".split()
)
"""What goes on after a name, or stands in its place."""

ORDINARY = PLAIN | frozenset(
    # where, and how, people live
    "accommodation agony anger anguish apartment apartments attic barracks base basement beach"
    " big bliss boat boots boxes bubble building bungalow camp campus capital captivity caravan"
    " care castle cave chaos cities city coastal college comfort condo constant cottage council"
    " countryside crocs danger darkness debt denial desert despair dorm dormitory dorms downtown"
    " dread dreams duplex dystopia euphoria exile fact fantasy farm fear filth fishing flat flats"
    " forest freedom garage gated gratitude grief guilt halls harmony heaven hell hiding holiday"
    " hoodies hope horror hospital hostel hostels hotel hotels house houses housing ignorance"
    " inner island isolation jail jeans leggings lies limbo lockdown loft love luxury major"
    " mansion midtown misery monastery motels mountain mountains nature nostalgia oblivion pain"
    " pajamas palace paradise paranoia part peace penthouse perpetual poverty practice principle"
    " prison public pyjamas quarantine quiet regret rehab residence room ruins rural sandals"
    " school science secrecy secret shame shared shed shelter shelters ship shock silence sin"
    " small sneakers social solitude sorrow squalor stress student studio style suburb suburbia"
    " suburbs suspense sweatpants temporary tent tents terror theory times torment total tourist"
    " townhouse trailer tranquility truth turmoil uncertainty uni unity university uptown utopia"
    " vain van vans village villages world"
    # where people come from that is no place
    " abroad accounting admin bank bed beyond billing birth childhood church company customer"
    " design dev discord earth engineering facebook farmers finance gen google government"
    " headquarters home hr immigrants instagram insurance legal linkedin maintenance management"
    " marketing mars memory mobile money nowhere office online operations overseas police"
    " procurement product reception reddit sales scratch security space support team tech telegram"
    " tiktok twitter whatsapp work youtube"
    # what a name is
    " ambiguous annoying awful bad basic beautiful boring changed changing cheesy classified"
    " common complicated confidential confusing cool cute different difficult dirt dumb easy"
    " embarrassing exotic fake famous female foreign forgettable forgotten funny generic gone hard"
    " hidden hilarious hyphenated important incorrect irish irrelevant italian jewish kind known"
    " legion long male meaningless missing misspelled mud neutral obvious odd old ordinary"
    " personal pretty private pronounced rare redacted ridiculous shit short silly similar simple"
    " special spelled spelt stupid taken terrible tough tricky ugly unclear uncommon unimportant"
    " unique unisex unknown unpronounceable unusual weird written wrong"
    # what one is called, and when
    " , Words afternoon amazed anon anonymous anytime asap biased blessed bored bro called. cheap"
    " confused convinced crazy cruel cynical dad daddy daily delusional dramatic dude emotional"
    " evening evil follow forever friday hungry ignorant impressed insane interested intrigued"
    " jaded lazy lord maam mad madam man mate miss mister mom mommy monday morning mum naive names"
    " names. night nostalgic nuts obsessed old-fashioned optimistic paranoid people pessimistic"
    " petty picky radical saturday scared selfish sensitive sentimental shocked skeptical soft"
    " spoiled strange sunday superstitious surprised thursday tired traditional tuesday ungrateful"
    " user wednesday weekend weekends whatever whenever wild worried".split()
)
"""Words that follow "I live in", "I'm from", "my name is" or "call me" and are no names."""

NAMES_TOO = frozenset("dev hope love ty will".split())
"""Words of these that people are called."""
