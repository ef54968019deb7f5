import {
  alternativesOf,
  overFolded,
  startIndex,
  type Words,
  wordsOf,
} from '#discovery/document/fold-text.ts'

/** Promises of free delivery, by language; `_` stands for up to two words. */
const FREE: Words = {
  en: `
    free _ shipping|free _ delivery|free _ postage|shipping free|shipping is free|
    shipping is always free|delivery is free|delivery free|ships free|ship free|ships for free|
    ship for free|shipped free|delivered free|shipping for free|delivery for free|shipping on us|
    complimentary _ shipping|complimentary _ delivery|no shipping fees|no shipping costs|
    no shipping charges|no delivery fees|no delivery charges|zero shipping costs|free p&p`,
  de: `
    versandkostenfrei|versandkostenfreie|versandkostenfreier|versandkostenfreien|
    kostenloser _ versand|kostenlosen _ versand|kostenlose _ lieferung|kostenfreier _ versand|
    kostenfreie _ lieferung|kostenloser standardversand|kostenlose standardlieferung|
    kostenfreier standardversand|kostenloser expressversand|gratis versand|gratisversand|
    gratis lieferung|gratislieferung|gratis standardversand|versand gratis|versand ist gratis|
    versand kostenlos|versand ist kostenlos|versand ist kostenfrei|versand kostenfrei|
    lieferung gratis|lieferung kostenlos|lieferung kostenfrei|liefern wir kostenlos|
    liefern wir gratis|versenden wir kostenlos|versenden wir gratis|portofrei|
    portofreie lieferung|portofreier versand|frei haus|keine versandkosten|ohne versandkosten|
    versandkosten entfallen|entfallen die versandkosten|freier versand|versand geschenkt|
    versand auf uns`,
  fr: `
    livraison _ offerte|livraison _ gratuite|livraisons _ offertes|livraisons _ gratuites|
    livraison en point relais offerte|livraison gratis|livré gratuitement|frais de port offerts|
    frais de port gratuits|frais de port sont offerts|frais de livraison offerts|
    frais de livraison gratuits|frais d’envoi offerts|port offert|port gratuit|ports offerts|
    expédition gratuite|expédition offerte|envoi gratuit|envoi offert|franco de port|
    sans frais de port|sans frais de livraison`,
  es: `
    envío _ gratis|envíos _ gratis|envío _ gratuito|envíos _ gratuitos|envío sin coste|
    envío sin costo|envíos sin costo|sin gastos de envío|sin costo de envío|
    gastos de envío gratis|gastos de envío gratuitos|costo de envío gratis|portes gratis|
    portes gratuitos|portes pagados|entrega gratis|entrega gratuita|despacho gratis|
    despachos gratis|despacho gratuito|domicilio gratis|flete gratis`,
  pt: `
    frete _ grátis|frete _ gratuito|frete por nossa conta|envio _ grátis|envios _ grátis|
    envio _ gratuito|envios _ gratuitos|portes grátis|portes gratuitos|portes de envio grátis|
    portes de envio gratuitos|entrega grátis|entrega gratuita|entregas grátis|
    entregas gratuitas|sem custos de envio|sem portes|oferta de portes|oferta dos portes|
    oferta de portes de envio`,
  tr: `
    ücretsiz kargo|kargo ücretsiz|kargo ücretsizdir|kargo bedava|bedava kargo|kargo bizden|
    ücretsiz teslimat|teslimat ücretsiz|ücretsiz gönderim|ücretsiz gönderi|
    ücretsiz kargolama|kargonuz bizden|kargonuz ücretsiz`,
  it: `
    spedizione _ gratuita|spedizioni _ gratuite|spedizione _ gratis|spedizioni _ gratis|
    spedizione omaggio|spedizione in omaggio|consegna gratuita|consegna gratis|
    spese di spedizione gratuite|spese di spedizione gratis|senza spese di spedizione`,
  nl: `
    gratis _ verzending|gratis verzenden|gratis verzonden|gratis levering|gratis bezorging|
    gratis bezorgd|gratis thuisbezorgd|verzending gratis|verzending is gratis|levering gratis|
    gratis standaard verzending|geen verzendkosten|zonder verzendkosten`,
  scandinavian: `
    fri frakt|fraktfritt|frakten är gratis|gratis frakt|gratis leverans|frakt gratis|
    frakt är gratis|fri fragt|gratis fragt|gratis levering|fragtfrit|fragtfri|fri levering|
    portofritt|ilmainen toimitus|ilmaiset toimitukset|maksuton toimitus|toimitus ilmaiseksi|
    toimituskuluitta`,
  slavic: `
    darmowa _ dostawa|darmowa wysyłka|darmową dostawę|darmowej dostawy|dostawa gratis|
    wysyłka gratis|dostawa za darmo|bezpłatna dostawa|bezpłatna wysyłka|doprava zdarma|
    doprava zadarmo|dopravné zdarma|poštovné zdarma|besplatna dostava|brezplačna dostava|
    brezplačna poštnina|бесплатная доставка|
    доставка бесплатно|доставим бесплатно|
    безплатна доставка|доставката е безплатна|
    безкоштовна доставка`,
  other: `
    transport gratuit|livrare gratuită|livrare gratuita|ingyenes szállítás|
    ingyenes kiszállítás|ingyen szállítás|δωρεάν μεταφορικά|
    δωρεάν αποστολή|δωρεάν παράδοση|gratis ongkir|bebas ongkir|
    pengiriman gratis|penghantaran percuma|miễn phí vận chuyển|miễn phí giao hàng|
    miễn phí ship|freeship|free ship|שילוח חינם|משלוח חינם|
    شحن مجاني|الشحن مجاني|توصيل مجاني|التوصيل مجاني`,
}
/** In scripts that set no blanks around words. */
const FREE_UNSPACED: Words = {
  ja: '送料無料|送料は無料|送料が無料|配送無料|全国送料無料|送料0円',
  zh: '免运费|免運費|免运|免運|包邮|包郵|免邮|免郵',
  ko: '무료배송|무료 배송|배송비 무료|배송 무료',
  th: 'ส่งฟรี|จัดส่งฟรี',
}

/** The words before an amount that an order must reach. */
const FROM: Words = {
  en: `
    over|above|from|at|of at least|at least|more than|exceeding|starting at|starting from|
    upwards of|spend|spending|orders|orders of|order of|purchase of|purchases of|purchases|
    total of|totaling|minimum|minimum of|min.|minimum order|minimum order of|minimum purchase|
    minimum purchase of|minimum spend|minimum spend of|cart value of|order value of|greater than|
    worth`,
  de: `
    ab|über|mindestens|von mindestens|mehr als|mindestbestellwert|bestellwert|einkaufswert|
    warenwert`,
  fr: `
    dès|à partir de|à compter de|au-dessus de|au dessus de|au-delà de|plus de|de plus de|
    supérieure à|supérieures à|supérieur à|minimum de|min.|achat de`,
  es: `
    desde|a partir de|superior a|superiores a|más de|mayor a|mayores a|mayor de|mayores de|
    por encima de|sobre|mínimo de|compra mínima de|al superar|al superar los|superando|
    compra de|compras de|pedido de|pedidos de|total de`,
  pt: `
    desde|a partir de|acima de|superior a|superiores a|mais de|mínimo de|acima dos|
    compra mínima de|compras de|partir dos`,
  tr: 'en az|minimum|min.',
  it: `
    da|dai|oltre|oltre i|oltre gli|sopra i|sopra|a partire da|superiore a|superiori a|sopra gli|
    minimo di|più di|di almeno|almeno`,
  nl: 'vanaf|boven|boven de|van minimaal|meer dan|minimaal',
  scandinavian:
    'från|över|fra|ved|ved køb over|over|för minst|for minst|minst|yli|alkaen|vähintään',
  slavic: `
    od|powyżej|za min.|nad|nad hodnotu|iznad|preko|od najmniej|při nákupu nad|от|
    свыше|над|при заказе от|при поръчка над|від|понад`,
  other: `
    peste|de la|de minim|felett|άνω των|άνω|από|για αγορές άνω των|
    dari|di atas|minimal|min. belanja|minimum pembelian|melebihi|từ|đơn từ|trên|
    đơn hàng từ|مقابل|فوق|أكثر من|من|بقيمة|מעל|מ`,
}
const FROM_UNSPACED: Words = { zh: '滿|满|满额|滿額|消費滿|超过|超過', th: 'ครบ|เมื่อซื้อครบ|ขั้นต่ำ' }

/** What follows such an amount. */
const UP: Words = {
  en: `
    and over|and above|and up|and more|& over|& above|& up|& more|or more|or over|or above|
    minimum|min|minimum order|minimum purchase|minimum spend|upwards`,
  de: 'mindestbestellwert|bestellwert|einkaufswert|warenwert|und mehr|oder mehr|aufwärts',
  fr: 'et plus|ou plus|d’achat|d’achats|minimum|de commande|et au-delà',
  es: `
    y más|o más|en adelante|o superior|o superiores|de compra|de compra mínima|mínimo|
    mínimos`,
  pt: 'ou mais|e mais|em compras|de compras|mínimo|em diante',
  tr: `
    ve üzeri|ve üzerine|ve üzerinde|üzeri|üzerine|üzerinde|ve üstü|ve üstüne|üstü|
    üstüne|ve üstünde|üstünde|ve daha fazla|den fazla|dan fazla|yi aşan|yı aşan|lik|
    lık|lik alışverişe|ve üzeri alışverişlerde`,
  it: 'e oltre|o più|in su|di spesa|minimo',
  nl: 'of meer|en meer|en hoger|minimaal',
  scandinavian: 'eller mer|eller mere|og over|og opp|och uppåt|tai enemmän|ja yli',
  slavic: 'i więcej|a více|a viac|и более|и выше|i više',
  other: `
    felett|feletti|fölött|fölötti|και άνω|sau mai mult|ke atas|atau lebih|
    trở lên|أو أكثر|وأكثر|فأكثر|ומעלה`,
}
const UP_UNSPACED: Words = {
  ja: '以上|を超える',
  zh: '以上|起|及以上|即可',
  ko: '이상|원 이상|이상 구매',
  th: 'ขึ้นไป',
}

/** What turns a promise into its contrary. Words that deny something else are removed before. */
const DENIAL: Words = {
  en: `
    no|not|non|never|cannot|without|excluded|exclude|excludes|ineligible|unless|ended|expired|
    used to|previously|formerly|instead of|unavailable|discontinued|unfortunately|rather than|
    only members|n’t|isnt|dont|doesnt`,
  de: `
    kein|keine|keinen|keiner|nicht|nie|ohne|ausgeschlossen|beendet|abgelaufen|früher|leider|
    entfällt`,
  fr: `
    ne|n’est|n’offrons|pas|jamais|plus de livraison|aucun|aucune|sans|exclu|exclue|exclus|
    terminé|terminée`,
  es: 'no|nunca|jamás|sin|ningún|ninguna|excluido|excluidos|finalizado|finalizada|tampoco',
  pt: 'não|nunca|sem|nenhum|excluído|excluídos|encerrado|encerrada|terminou',
  tr: `
    değil|değildir|yok|yoktur|geçersiz|geçersizdir|sona erdi|bitti|olmaz|yapılmaz|
    yapılmamaktadır|sunmuyoruz|uygulanmaz|geçmez|dahil değildir|ücretsiz değil`,
  it: 'non|mai|senza|nessun|nessuna|escluso|esclusa|esclusi|terminata',
  nl: 'geen|niet|nooit|zonder|afgelopen',
  scandinavian: 'ingen|inte|ikke|ej|aldrig|aldri|utan|uten|uden|ei|eivät|emme',
  slavic: 'nie|brak|bez|není|ne|nema|нет|не|без',
  other: `
    nu se|nu este|fără|nem|nincs|δεν|όχι|χωρίς|tidak|bukan|tanpa|không|لا|
    غير|ليس|بدون|לא|אין|ללא`,
}
const DENIAL_UNSPACED: Words = {
  ja: 'ではありません|ではない|になりません|対象外|終了|できません|適用されません',
  zh: '不免|不包|无法|無法|不适用|不適用|不含|不享',
  ko: '아닙니다|제외|불가|안 됩니다|종료|없습니다',
  th: 'ไม่',
}
/** Denials of something else than delivery. */
const HARMLESS: Words = {
  en: `
    no code needed|no code required|no code necessary|no promo code|no coupon|no coupon needed|
    no minimum|no hassle|no catch|no fuss|not valid with other offers|don’t miss out|
    don’t miss|dont miss|don’t forget|why not|not only|no matter|without a code|without code|
    no tax`,
  de: `
    nicht verpassen|kein code nötig|ohne code|kein gutschein nötig|nicht vergessen|
    ohne mindermengenzuschlag|ohne gutscheincode`,
  fr: 'sans code|sans code promo|n’oubliez pas|ne manquez pas|sans engagement|sans minimum',
  es: 'sin código|sin cupón|no te lo pierdas|no olvides|no lo olvides|sin complicaciones',
  pt: 'sem código|sem cupom|não perca|não esqueça|sem complicações',
  tr: 'kod gerekmez|kod yok|kaçırmayın',
  it: 'senza codice|non perdere|non dimenticare',
  nl: 'geen code nodig|zonder code|niet vergeten',
}

/** Another offer between promise and amount: the amount is that offer's. */
const OTHER_OFFER: Words = {
  en: `
    gift|gifts|off|discount|save|sale|sample|samples|cashback|points|voucher|coupon|bonus|
    giveaway|credit|win|express|overnight|otherwise`,
  de: `
    rabatt|geschenk|geschenke|gutschein|sparen|spare|probe|proben|punkte|expressversand|sonst|
    gratisgeschenk|nachlass`,
  fr: `
    cadeau|cadeaux|remise|réduction|économisez|échantillon|échantillons|sinon|bon d’achat|
    points`,
  es: 'regalo|regalos|descuento|dto|ahorra|muestra|muestras|cupón|puntos|cuotas|meses',
  pt: 'brinde|brindes|presente|desconto|economize|poupe|amostra|cupom|pontos|parcelas|cashback',
  tr: 'hediye|hediyesi|indirim|indirimi|kupon|puan|taksit',
  it: 'regalo|omaggio|sconto|risparmia|campione|altrimenti|buono|punti',
  nl: 'cadeau|korting|bespaar|punten|anders',
  other: 'rabat|prezent|gåva|gave|rabatt|скидка|подарок',
}
const OTHER_UNSPACED: Words = {
  ja: '割引|オフ|プレゼント|クーポン|ポイント',
  zh: '折|赠|贈|减|減',
  ko: '할인|증정|쿠폰',
}

const CODES =
  'usd|eur|gbp|chf|aud|cad|nzd|sgd|hkd|inr|aed|sar|qar|kwd|omr|bhd|egp|mad|zar|ngn|kes|try|sek|' +
  'nok|dkk|isk|pln|czk|huf|ron|bgn|rsd|uah|rub|ils|jpy|cny|rmb|krw|twd|thb|vnd|idr|myr|php|brl|' +
  'mxn|clp|cop|ars|pen|uyu|pkr|lkr|bdt|jod|lbp'
const UNITS =
  'euros?|dollars?|pounds?|pesos?|reais|lira|lirasi|zloty|zlotych|kroner|kronor|dirhams?|riyals?|rupees?|rupiah|baht|francs?|franken|soles|ron|lei|leva|лв|руб|грн|тг|ден|ريال|درهم|جنيه|دينار|د\\.إ|ر\\.س'
const DOLLAR = '(?:us|ca|c|au|a|nz|hk|s|sg|nt|mx|r|cl|ar|co|col|rd|j|tt|bz)?\\$'
const SYMBOL = '[₨€£¥₺₹₩₪₫₱฿₴₦₽₸₵₲₡﷼]'
/** Signs by themselves that are letters: in front with a number at once, behind with no letter. */
const BEFORE = `(?<!\\p{Script=Latin})(?:(?:${CODES}|rs\\.?|rp\\.?|rm|kr\\.?|fr\\.?|sfr\\.?|dhs?\\.?|s/\\.?|r|tl|php|lei|kc)\\s?${SYMBOL}?|${DOLLAR})|${SYMBOL}|us${SYMBOL}`
const BEHIND = `(?:${CODES}|${UNITS}|tl|zl|kc|ft|kr\\.?|rs\\.?|dhs?|fr\\.?|р\\.?)(?!\\p{L})|(?<=[.,]\\d{3}\\s?)d(?![\\p{L}'])|${DOLLAR}|${SYMBOL}|[円元원圓]|บาท`
const DIGITS = `\\d{1,3}(?:[.,' ]?\\d{3}){0,3}(?:[.,]\\d{1,2})?(?!\\d)`
/** `$999 MXN`, `Rs. 1,299/-` */
const TAIL = `(?:/-(?!\\p{N})|\\s(?:${CODES})(?!\\p{L}))?`
const AMOUNT = `(?:(?:${BEFORE})\\s?${DIGITS}${TAIL}|(?<![\\d.,])${DIGITS}(?:(?:[.,]-+)?\\s?(?:${BEHIND})|,-+(?!\\p{N})))`

const alone = (words: Words, unspaced: Words = {}): string =>
  `(?:(?<![\\p{L}\\p{N}])(?:${alternativesOf(words)})(?![\\p{L}\\p{N}])${
    Object.keys(unspaced).length > 0 ? `|${alternativesOf(unspaced)}` : ''
  })`

const patternOf = (source: string): RegExp => overFolded(source, 'g')

/** Words in a promise, none of which may deny it. */
const GAP = '(?<gap>(?:[\\p{L}.&]{1,20}[\\s-]){0,2})'

const promisesStarting = startIndex(
  wordsOf(FREE).map((words) => [words.split('_')[0] ?? words, true] as const),
)
const UNSPACED = overFolded(alternativesOf(FREE_UNSPACED))

/** Patterns over folded text. */
export const SHIPPING = {
  /** A quick test before `promise`. */
  mayPromise: (folded: string): boolean =>
    promisesStarting(folded).size > 0 || UNSPACED.test(folded),
  promise: patternOf(alone(FREE, FREE_UNSPACED).replaceAll(String.raw`_[\s-]{0,2}`, GAP)),
  harmless: patternOf(alone(HARMLESS)),
  denial: overFolded(`${alone(DENIAL, DENIAL_UNSPACED)}|n't(?!\\p{L})`),
  otherOffer: overFolded(`${alone(OTHER_OFFER, OTHER_UNSPACED)}|%`),
  /** Between promise and amount where `at` stands: any other words belong to a price. */
  priceAt: /(?<![a-z])at\s$/,
  startAt:
    /^\s(?:(?:is\s)?(?:starts?|starting|begins?|beginning|kicks\sin|unlocks?|unlocked|available)\s)?at\s$/,
  /** What joins two offers. */
  and: overFolded(String.raw`(?<!\p{L})(?:and|und|et|y|e|ve|en|och|og|i|a)(?!\p{L})|[&+]`),
  /** The first group is the amount. */
  from: patternOf(
    `(?:${alone(FROM)}[\\s:]{1,3}(?:\\p{L}+\\s){0,2}?|>=?\\s?|≥\\s?|(?<!\\d)\\+\\s?|(?:${alternativesOf(FROM_UNSPACED)})\\s?)(${AMOUNT})(?!\\s(?:more|away|left|to|weitere|bis)(?!\\p{L})|\\s?-\\s?\\S?\\d)`,
  ),
  up: patternOf(
    `(${AMOUNT})\\s?(?:\\([^()]{0,15}\\)\\s?|税込\\s?)?(?:'\\p{L}{1,4}\\s)?(?:(?<!\\s)\\+|'?(?:${alternativesOf(UP)})(?!\\p{L})|(?:${alternativesOf(UP_UNSPACED)}))`,
  ),
} as const
