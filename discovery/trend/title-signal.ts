import { wordSet } from '#discovery/document/fold-text.ts'

/**
 * Two distinctive words plus a category: "sunset projection lamp", but not "yoga mat" or "leather
 * wallet".
 */
export const STRONG_TITLE = 5
/** Two distinctive words: sufficient together with equal options. */
export const TELLING_TITLE = 4
/** One distinctive word: sufficient together with an equal picture name. */
export const USABLE_TITLE = 2

const YEAR = /^20[12]\d$/
const HAS_NUMBER = /\p{N}/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const MAX_WORDS = 16

/**
 * @param key a product's key, see `productKey`: words without case, accents, punctuation and
 * marketing
 */
export function titleSignal(key: string) {
  const all = key
    .split(' ')
    .filter((word) => word !== '' && !EMPTY_WORDS.has(word) && !YEAR.test(word))
  const words = [...new Set(all)].toSorted().slice(0, MAX_WORDS)
  return {
    /** Unique words in alphabetical order, so that re-ordered titles are equal. */
    words,
    /**
     * Numbers, colours and model words: they distinguish two products with otherwise equal titles.
     */
    apart: words.filter(isApart),
    /** How distinctive they are; from `STRONG_TITLE` on they identify one product everywhere. */
    weight: words.reduce((sum, word) => sum + weightOf(word), 0),
  }
}

const isApart = (word: string): boolean =>
  HAS_NUMBER.test(word) || COLOURS.has(word) || VARIANT_WORDS.has(word)

function weightOf(word: string): number {
  if (isApart(word) || GENERIC_WORDS.has(word)) return 0
  if (CATEGORY_WORDS.has(word)) return 1
  // Scripts without spaces write a whole name as one word: three letters carry about as much as a
  // word.
  if (UNSPACED.test(word)) return Math.floor(([...word].length * 2) / 3)
  return word.length < 3 ? 1 : 2
}

/**
 * Title words grouped by how well they identify a product, in the languages of the product, without
 * accents and in lower case as `productKey` returns them. Words outside these lists are
 * distinctive.
 */

/** Carry no information and are dropped. */
const EMPTY_WORDS = wordSet(`
  a an and the with for of in on to your our by from x und mit fur von der die das den im am zum
  zur ein eine et avec pour de du des la le les un une en au aux y con para del el los las una o
  os as um uma com em do da dos e ve ile icin bir premium luxury luxe deluxe quality original
  new best hot ultimate perfect amazing upgraded upgrade improved classic exclusive hochwertig
  hochwertige beste qualite haute calidad alta qualidade kaliteli luks store shop edition
`)

/** Distinguish two otherwise equal products: they stay, but do not make a title distinctive. */
const COLOURS = wordSet(`
  black white red blue green yellow orange purple violet pink brown grey gray silver gold golden
  rose beige ivory cream navy khaki teal turquoise burgundy bordeaux charcoal nude mint coral
  olive multicolor transparent clear schwarz weiss rot blau grun gelb lila rosa braun grau silber
  dunkelblau hellblau noir noire blanc blanche rouge bleu bleue vert verte jaune
  marron gris grise argent dore negro negra blanco blanca rojo roja azul verde amarillo amarilla
  morado plata dorado preto preta branco branca vermelho vermelha amarelo amarela
  roxo cinza prata dourado siyah beyaz kirmizi mavi yesil sari turuncu mor pembe kahverengi gri
  gumus altin lacivert bej
`)

/** Another model, size class or a part instead of the whole product. */
const VARIANT_WORDS = wordSet(`
  mini micro midi maxi max pro plus ultra lite light junior jr senior kids kid baby toddler men
  mens man women womens woman ladies girls boys unisex xs s m l xl xxl xxxl small medium large big
  set kit bundle pack duo trio pair single double triple twin queen king travel refill replacement
  spare filter filters cartridge cartridges case cover sleeve strap straps band charger battery
  adapter cable stand holder bag left right long short wireless wired v1 v2 v3 v4 gen ii iii iv
  herren damen kinder junge madchen klein gross ersatz hulle ladegerat nachfullung ersatzfilter
  homme femme enfant bebe petit petite grand grande recharge housse coque hombre mujer nino nina
  pequeno recambio funda homem masculino feminino infantil refil capa erkek kadin
  cocuk bebek kucuk buyuk yedek kilif
`)

/** Materials, make, looks, scents, seasons, places: used by every second shop. */
const GENERIC_WORDS = wordSet(`
  cotton linen silk wool leather suede denim velvet satin lace mesh fleece cashmere bamboo wood
  wooden metal steel stainless glass ceramic plastic silicone rubber marble stone acrylic
  aluminium aluminum brass copper plated sterling vegan organic natural eco friendly
  recycled sustainable handmade custom customised personalised personalized vintage retro modern
  minimalist boho bohemian floral striped stripe plain solid printed print graphic basic essential
  essentials everyday casual elegant cute cozy cosy soft warm cool comfy comfortable lightweight
  breathable oversized slim fit loose high low waist waisted neck crew round sleeveless
  sleeved hooded zip button pocket summer winter spring autumn fall christmas xmas halloween
  birthday wedding valentine holiday outdoor indoor home kitchen office garden bathroom bedroom
  gym sport sports fitness yoga beach party portable foldable folding adjustable waterproof
  rechargeable electric automatic smart digital magnetic usb led bluetooth multifunctional
  universal vanilla lavender lemon coconut chocolate caramel cinnamon honey coffee tea
  matcha strawberry cherry peach apple berry citrus sandalwood jasmine eucalyptus ocean sea forest
  amber musk fresh sweet salted spicy smoked roasted dark milk soy pure whole raw ground extra
  virgin gift gifts present collection series style design art pattern color colour colors one two
  three baumwolle leinen seide wolle leder holz stahl edelstahl glas keramik bio natur handgemacht
  klassisch weich sommer tragbar faltbar wasserdicht elektrisch
  elektrische geschenk lederne coton lin soie laine cuir bois acier inoxydable verre ceramique
  naturel fait main ete hiver etanche electrique cadeau algodon lino seda lana cuero
  madera acero inoxidable vidrio ceramica hecho mano verano invierno portatil plegable
  impermeable electrico electrica regalo algodao linho couro madeira aco inoxidavel vidro
  artesanal verao inverno dobravel presente pamuk keten ipek yun deri ahsap celik paslanmaz cam
  seramik dogal yapimi yaz kis tasinabilir katlanir su gecirmez elektrikli hediye spor gunluk
  dog dogs cat cats pet pets car phone hund hunde katze
  katzen haustier handy auto chien chat voiture perro gato coche
  mulher cachorro carro kopek kedi evcil araba telefon
`)

/** What a thing is: meaningful with other words, meaningless alone. */
const CATEGORY_WORDS = wordSet(`
  shirt tshirt tee top blouse hoodie sweater sweatshirt cardigan jacket coat vest dress skirt
  pants trousers jeans shorts leggings joggers socks underwear bra bikini swimsuit pajamas robe
  hat cap beanie scarf gloves belt shoes sneakers boots sandals slippers heels suit tuxedo jumper
  romper jumpsuit backpack wallet purse tote clutch handbag ring rings necklace bracelet
  earrings earring pendant chain anklet watch sunglasses lamp lights bottle mug cup
  bowl plate pan pot knife board towel blanket pillow cushion sheet curtain rug mat candle
  soap oil serum lotion shampoo balm mask perfume poster painting frame vase planter plant
  clock mirror box basket organizer rack shelf chair table desk toy toys puzzle doll game ball
  book notebook journal planner pen sticker stickers card cards headphones earbuds speaker
  keyboard mouse collar leash bed bars bar snack sauce jam beans blend roast lip brush
  comb hemd bluse pullover jacke mantel kleid rock hose socken mutze schal handschuhe gurtel
  schuhe stiefel tasche rucksack geldborse kette armband ohrringe uhr lampe flasche tasse
  becher schussel pfanne topf messer handtuch decke kissen teppich kerze seife creme spiegel stuhl
  tisch chemise haut jupe pantalon veste manteau pull chaussettes bonnet echarpe gants
  ceinture chaussures bottes sac portefeuille bague collier boucles oreilles montre bouteille
  bol assiette couteau serviette couverture coussin tapis bougie savon miroir
  chaise affiche camisa camiseta blusa vestido falda pantalones chaqueta abrigo
  sueter calcetines gorro bufanda guantes cinturon zapatos botas bolso mochila cartera anillo
  pulsera pendientes reloj lampara botella taza vaso plato cuchillo toalla manta almohada
  alfombra vela jabon crema espejo silla mesa saia calca casaco jaqueta meias sapatos bolsa
  carteira anel colar brincos relogio luminaria garrafa caneca copo prato faca cobertor
  travesseiro tapete sabonete gomlek tisort bluz elbise etek pantolon ceket mont kazak corap sapka
  atki eldiven kemer ayakkabi bot canta cuzdan yuzuk kolye bileklik kupe saat lamba sise kupa
  bardak tabak bicak havlu battaniye yastik hali mum sabun krem ayna sandalye masa
`)
