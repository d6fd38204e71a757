"""Places that are known in small letters, too. Those that are words as well ("nice", "reading",
"bath") are left out."""

_COUNTRIES = """
afghanistan|albania|algeria|angola|argentina|armenia|australia|austria|azerbaijan|bahrain|bangladesh
|barbados|belarus|belgium|belize|bolivia|bosnia|botswana|brazil|bulgaria|cambodia|cameroon|canada
|chile|china|colombia|costa rica|croatia|cuba|cyprus|czechia|denmark|ecuador|egypt|el salvador
|england|eritrea|estonia|ethiopia|fiji|finland|france|georgia|germany|ghana|greece|greenland
|guatemala|haiti|honduras|hungary|iceland|india|indonesia|iran|iraq|ireland|israel|italy|ivory coast
|jamaica|japan|jordan|kazakhstan|kenya|kosovo|kuwait|laos|latvia|lebanon|libya|liechtenstein
|lithuania|luxembourg|madagascar|malawi|malaysia|malta|mauritius|mexico|moldova|monaco|mongolia
|montenegro|morocco|mozambique|myanmar|namibia|nepal|new zealand|nicaragua|nigeria|north macedonia
|northern ireland|norway|oman|pakistan|palestine|panama|paraguay|peru|poland|portugal|puerto rico
|qatar|romania|russia|rwanda|saudi arabia|scotland|senegal|serbia|singapore|slovakia|slovenia
|somalia|south africa|south korea|spain|sri lanka|sudan|sweden|switzerland|syria|taiwan|tanzania
|thailand|tunisia|turkey|uganda|ukraine|uruguay|uzbekistan|venezuela|vietnam|wales|yemen|zambia
|zimbabwe|usa|uk|uae|the us|the usa|the uk|the uae|the netherlands|the philippines|the bahamas
|the maldives|the czech republic|the dominican republic|the united states|the united kingdom
|the bay area|the bronx|the hague|europe|asia|africa
"""
_STATES = """
alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho
|illinois|indiana|iowa|kansas|kentucky|louisiana|maryland|massachusetts|michigan|minnesota
|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|north carolina
|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee
|texas|utah|vermont|virginia|west virginia|wisconsin|wyoming|ontario|quebec|british columbia|alberta
|bavaria|catalonia|tuscany|andalusia|brittany|normandy|cornwall|yorkshire|queensland
"""
_CITIES = """
aachen|aberdeen|abu dhabi|accra|addis ababa|adelaide|albuquerque|algiers|alicante|amman|amsterdam
|anchorage|ankara|antwerp|athens|atlanta|auckland|austin|baghdad|baku|bali|baltimore|bangalore
|bangkok|barcelona|basel|beijing|beirut|belfast|belgrade|bengaluru|bergen|berlin|bern|bilbao
|birmingham|bogota|bologna|bonn|bordeaux|boston|boulder|braga|bratislava|bremen|brighton|brisbane
|bristol|brooklyn|brussels|bucharest|budapest|buenos aires|cairo|calgary|cambridge|canberra
|cape town|caracas|cardiff|casablanca|charlotte|chennai|chicago|cincinnati|cleveland|cologne
|columbus|copenhagen|dakar|dallas|damascus|delhi|denver|detroit|dhaka|doha|dortmund|dresden|dubai|dublin
|dundee|dusseldorf|düsseldorf|edinburgh|edmonton|eindhoven|essen|florence|frankfurt|gdansk|geneva
|genoa|ghent|glasgow|gothenburg|granada|graz|guadalajara|hamburg|hanoi|hanover|hannover|havana
|helsinki|ho chi minh city|hong kong|honolulu|houston|hyderabad|indianapolis|istanbul|izmir
|jacksonville|jakarta|jerusalem|johannesburg|kansas city|karachi|kathmandu|kyiv|kiev|köln
|kolkata|krakow|kuala lumpur|kyoto|la|la paz|lagos|lahore|las vegas|leeds|leicester|leipzig|lille
|lima|lisbon|liverpool|ljubljana|london|los angeles|louisville|lyon|madison|madrid|malaga|malmo
|manchester|manhattan|manila|marrakesh|marseille|medellin|melbourne|memphis|mexico city|miami|milan
|milwaukee|minneapolis|minsk|montevideo|montreal|moscow|mumbai|munich|nairobi|nantes|naples
|nashville|new delhi|new orleans|new york|new york city|newcastle|nottingham|nuremberg|nyc|oakland
|oklahoma city|omaha|orlando|osaka|oslo|ottawa|oxford|palermo|palma|paris|perth|philadelphia|phoenix
|pittsburgh|portland|porto|prague|providence|pune|quito|raleigh|reykjavik|riga|rio|rio de janeiro
|riyadh|rome|rotterdam|sacramento|salt lake city|salvador|salzburg|san antonio|san diego
|san francisco|san jose|santiago|sao paulo|são paulo|sarajevo|saskatoon|seattle|seoul|seville|sf
|shanghai|sheffield|shenzhen|sofia|southampton|st louis|stockholm|strasbourg|stuttgart|sydney|taipei
|tallinn|tampa|tbilisi|tehran|tel aviv|thessaloniki|tijuana|tirana|tokyo|toronto|toulouse|trieste
|tulsa|tunis|turin|utrecht|valencia|vancouver|venice|verona|vienna|vilnius|warsaw|washington
|washington dc|wellington|winnipeg|wroclaw|yerevan|york|zagreb|zurich|zürich
"""
KNOWN = frozenset(
    place.strip() for place in "|".join((_COUNTRIES, _STATES, _CITIES)).split("|") if place.strip()
)
"""Countries, states and cities, in small letters."""
