/** Addresses on many store pages that do not belong to the shop. Tables of data. */
import { foldedName, type Words, wordSet, wordsOf } from '#discovery/document/fold-text.ts'
import { SCRIPT_HOSTS } from '#discovery/extract/facts/apps/app-tables.ts'
import { countryNamed } from '#discovery/extract/facts/company/postcodes.ts'

/** What a template says in place of the shop: `your` + `store`, with `name` before or after it. */
type Template = { your: string; shop: string; nameOf?: string; name?: string; whole?: string }

const NAMES_IN_TEMPLATES: Record<string, Template> = {
  en: {
    your: 'your|my|our|yourown',
    shop: `
      store|shop|company|domain|site|website|web|business|brand|organization|organisation|org|
      webshop|webstore|online store|boutique|host|firm|startup|agency|ecommerce|eshop|label|
      studio`,
    nameOf: 'name of your|name of the',
    name: 'name|url|domain',
    whole: `
      your name|your name here|your email|your mail|your email here|your address|email address|
      really great site|insert domain`,
  },
  de: {
    your: 'dein|deine|mein|meine|ihr|ihre|euer|eure|unser|unsere',
    shop: `
      shop|store|laden|firma|unternehmen|domain|webseite|website|seite|homepage|marke|onlineshop|
      webshop|geschäft|geschaeft|betrieb|unternehmensname|firmenname`,
    name: 'name',
    whole: `
      firmenname|markenname|muster|musterfirma|mustershop|musterdomain|
      mustermann|max mustermann|erika mustermann|musterunternehmen|mustermail|muster gmbh|
      ihre email|deine email`,
  },
  fr: {
    your: 'votre|ton|ta|mon|ma|notre',
    shop: `
      boutique|magasin|entreprise|société|site|domaine|marque|site web|siteweb|site internet|
      commerce|e boutique|nom de domaine`,
    nameOf: 'nom de votre|nom de ta|nom de ton|nom de la|nom de l|nom du|nom de',
    whole: `
      votre nom|votre email|votre mail|votre adresse|nom boutique|
      nom entreprise|nom société|nom site`,
  },
  es: {
    your: 'tu|mi|su|vuestra|nuestra|nuestro',
    shop: `
      tienda|empresa|negocio|sitio|web|dominio|marca|sitio web|página web|tienda online|
      compañía|comercio`,
    nameOf: 'nombre de tu|nombre de su|nombre de mi|nombre de la|nombre del|nombre de|nombre',
    whole: 'tu correo|tu email|tu nombre|su correo|su nombre|tu marca aquí|tu tienda aquí',
  },
  pt: {
    your: 'sua|seu|tua|teu|minha|meu|nossa|nosso|a sua|o seu',
    shop: 'loja|empresa|negócio|site|domínio|marca|loja virtual|loja online|website|página',
    nameOf: 'nome da sua|nome do seu|nome da|nome do|nome de|nome',
    whole: 'seu email|seu nome|seu endereço',
  },
  tr: {
    your: 'sizin|senin|benim|bizim',
    shop: `
      mağaza|şirket|firma|site|marka|işletme|dükkan|mağazanız|mağazan|mağazam|
      şirketiniz|şirketin|şirketim|firmanız|firman|firmam|siteniz|siten|sitem|markanız|
      markan|markam|alan adınız|alan adı|domaininiz|işletmeniz|işletmem|web siteniz|
      dükkanınız|dükkanım|e ticaret siteniz`,
    whole: `
      mağazanız|mağazam|mağaza adı|mağaza adınız|şirketiniz|şirketim|şirket adı|
      şirket adınız|firmanız|firmam|firma adı|firma adınız|siteniz|site adı|
      site adınız|site ismi|markanız|markam|marka adı|marka adınız|alan adı|
      alan adınız|domaininiz|domain adı|işletmeniz|işletme adı|e postanız|
      eposta adresiniz|e mailiniz|web siteniz|adınız`,
  },
  it: {
    your: 'tuo|tua|il tuo|la tua|mio|mia|il mio|la mia|vostro|vostra|nostro|nostra|suo|sua',
    shop: 'negozio|azienda|sito|dominio|marchio|brand|shop|store|ditta|impresa|sito web|e commerce',
    nameOf: 'nome del tuo|nome della tua|nome del|nome della|nome',
    whole: 'tua email|tua mail|tuo nome|il tuo nome',
  },
  nl: {
    your: 'jouw|je|uw|mijn|onze|ons',
    shop: 'winkel|bedrijf|domein|website|site|webshop|merk|webwinkel|organisatie|zaak|onderneming',
    name: 'naam',
    whole: `
      bedrijfsnaam|uw bedrijfsnaam|jouw bedrijfsnaam|uw email|
      jouw email|uw naam|jouw naam`,
  },
  pl: {
    your: 'twój|twoja|twoje|mój|moja|moje|nasz|nasza|państwa',
    shop: 'sklep|firma|domena|strona|marka|biznes|sklep internetowy',
    whole: `
      nazwa sklepu|nazwa firmy|nazwa domeny|nazwa strony|nazwa marki|nazwa twojego sklepu|
      nazwa twojej firmy|twój email|twój adres`,
  },
  sv: {
    your: 'din|ditt|min|mitt|vår|vårt|er|ert',
    shop: 'butik|företag|domän|webbplats|sida|hemsida|varumärke|webbutik|webshop',
    whole: 'företagsnamn|butiksnamn|domännamn|ditt företagsnamn|ditt butiksnamn|din epost',
  },
  da: {
    your: 'din|dit|min|mit|jeres',
    shop: 'butik|virksomhed|firma|domæne|domaene|side|hjemmeside|webshop|brand',
    whole: 'firmanavn|butiksnavn|domænenavn|virksomhedsnavn|dit firmanavn|din email',
  },
  no: {
    your: 'din|ditt|min|mitt|deres',
    shop: 'butikk|bedrift|firma|domene|nettside|side|nettbutikk|merke|selskap',
    whole: `
      bedriftsnavn|firmanavn|butikknavn|domenenavn|butikken din|bedriften din|firmaet ditt|
      din epost`,
  },
  fi: {
    your: 'sinun|oma',
    shop: 'verkkokauppasi|yrityksesi|kauppasi|sivustosi',
    whole: `
      verkkokauppasi|verkkokauppanne|yrityksesi|yrityksenne|kauppasi|kauppanne|sivustosi|
      sivusi|domainisi|verkkosivusi|brändisi|yrityksen nimi|kaupan nimi|nimesi`,
  },
  bg: {
    your: 'vashia|vashiat|vashiyat|vashata|tvoya|tvoyata|moya|moyat',
    shop: 'magazin|firma|sait|sajt|domein|domain|marka|kompania',
    whole: 'ime na firma|ime na magazin',
  },
  cs: {
    your: 'váš|vaše|tvůj|můj|moje',
    shop: 'obchod|eshop|e shop|firma|doména|web|stránka|značka',
    whole: 'název firmy|název obchodu|název domény|vaše jméno|vaš email',
  },
  ro: {
    your: 'magazinul|firma|compania|site ul|siteul|domeniul|brandul',
    shop: 'tău|ta|tau|dvs|dumneavoastră|meu|mea',
    whole: 'nume firmă|nume magazin|numele firmei|numele magazinului',
  },
  el: {
    your: 'to|i|h',
    shop: 'katastima sas|katastima sou|etaireia sas|etaireia sou|eshop sas|site sas',
  },
  hu: {
    your: 'az ön|a te|te|az én|én',
    shop: 'boltja|webáruháza|cége|boltod|cégem',
    whole: 'cégnév|webáruház neve|cégneve|boltod|webshopod|webáruházad|domained',
  },
}

/** The word for an example, with and without a noun behind or before it. */
const EXAMPLE: Words = {
  en: `
    example|examples|sample domain|sample store|sample company|lorem ipsum|lorem|ipsum|
    placeholder|dummy|foobar|john doe|jane doe|contoso|fabrikam`,
  de: 'beispiel|beispiele|zum beispiel',
  fr: 'exemple',
  es: 'ejemplo',
  pt: 'exemplo',
  tr: 'örnek',
  it: 'esempio',
  nl: 'voorbeeld',
  pl: 'przykład|przykladowy|przykladowa',
  sv: 'exempel',
  da: 'eksempel',
  fi: 'esimerkki',
  cs: 'příklad|priklad',
  ro: 'exemplu',
  hu: 'példa',
  bg: 'primeren',
}

const listed = (words: string | undefined): string[] =>
  wordsOf({ all: words ?? '' }).map(foldedName)

const templatesIn = ({ your, shop, nameOf, name, whole }: Template): string[] => {
  const shops = listed(shop)
  const yours = listed(your).flatMap((own) => shops.map((noun) => own + noun))
  const named = listed(name).flatMap((suffix) => [...shops, ...yours].map((noun) => noun + suffix))
  const ofShop = listed(nameOf).flatMap((prefix) => shops.map((noun) => prefix + noun))
  return [...yours, ...named, ...ofShop, ...listed(whole)]
}

const examples = wordsOf(EXAMPLE).map(foldedName)
const TEMPLATE_NAMES = new Set([
  ...Object.values(NAMES_IN_TEMPLATES).flatMap(templatesIn),
  ...examples,
  ...examples.flatMap((word) =>
    Object.values(NAMES_IN_TEMPLATES)
      .flatMap(({ shop }) => listed(shop))
      .flatMap((noun) => [word + noun, noun + word]),
  ),
])

/** `yourstore`, `nombre-de-tu-tienda`, `example`: a name that a template leaves for the merchant. */
const isTemplateName = (label: string): boolean => TEMPLATE_NAMES.has(foldedName(label))

/** Further registrable domains of templates and theme demos. */
const PLACEHOLDER_DOMAINS = wordSet(`
  domain.com domain.tld domain.de domain.co email.com mail.com.example email.tld company.com
  website.com site.com brand.com business.com test.com tests.com demo.com admin.com user.com
  correo.com acme.com foo.com bar.com abc.com xyz.com.example mdbootstrap.com wixpress.com
  sentry.io doe.com address.com adresse.com host.com provider.com untitled.com gmai.com store.com
  shop.com sample.com firma.de dominio.com dominio.es dominio.com.br domaine.fr domaine.com
  boutique.com tienda.com loja.com.br sirket.com firma.com alanadi.com magaza.com azienda.it
  dominio.it bedrijf.nl domein.nl firma.pl domena.pl foretag.se doman.se virksomhed.dk firma.dk
  bedrift.no domene.no yritys.fi firma.bg firma.cz domena.cz
`)

/**
 * Platforms, apps, carriers, payment and mail services that policies and texts name, by the part
 * before the public suffix: they have a domain in each country.
 */
const SERVICES = wordSet(`
  shopify myshopify shopifyapps google googlemail facebook facebookmail instagram tiktok bytedance
  pinterest snapchat twitter youtube linkedin microsoft amazon amazonaws ebay etsy aliexpress
  alibaba walmart wix squarespace bigcommerce woocommerce wordpress automattic paypal klarna
  stripe afterpay affirm clearpay sezzle zippay quadpay laybuy openpay splitit shopback adyen
  mollie worldpay worldline iyzico paytr payu mercadopago mercadolibre pagseguro razorpay paytm
  alipay wechatpay billie riverty afterbay scalapay satispay nexi oney cofidis sumup squareup
  braintreepayments twocheckout 2checkout skrill neteller paysafe paysafecard giropay przelewy24
  payplug payone unzer multibanco ifthenpay easypay redsys sequra aplazame pledg younitedcredit
  postpay hipay zipify klaviyo mailchimp mandrillapp sendgrid sendinblue brevo mailgun postmarkapp
  omnisend postscript activecampaign constantcontact campaignmonitor getresponse mailerlite
  convertkit yotpo gorgias zendesk freshdesk freshworks intercom tidio helpscout reamaze tawk
  livechat livechatinc hubspot salesforce zoho hotjar cloudflare trustpilot trustedshops feefo
  bazaarvoice okendo ekomi shopvote avis-verifies skeepers opinew growave recart typeform jotform
  surveymonkey calendly eventbrite linktr dhl dhlparcel dhlecommerce deutschepost dpd
  dpdgroup dpdlocal ups fedex usps tnt gls gls-pakete hermes
  myhermes hermesworld hlg evri royalmail parcelforce yodel collectplus tuffnells apc-overnight
  apcovernight interparcel parcel2go colissimo chronopost mondialrelay relaiscolis colisprive
  geodis correos correosexpress seur mrw nacex envialia zeleris cttexpress correios jadlog
  melhorenvio posteitaliane bartolini spring-gds postnl bpost trunkrs homerr packeta zasilkovna
  gebruederweiss postnord matkahuolto budbee instabox instabee helthjem airmee earlybird inpost
  paczkomaty pocztapolska poczta-polska orlenpaczka ceskaposta econt boxnow sameday fancourier
  cargus acscourier araskargo yurticikargo mngkargo suratkargo hepsijet kolaygelsin sendeo
  pttkargo horozlojistik auspost australiapost sendle startrack couriersplease aramex nzpost
  canadapost canpar purolator ontrac lasership pitneybowes japanpost kuronekoyamato sagawa-exp
  yamato sf-express yunexpress 4px cainiao yanwen jtexpress ninjavan delhivery bluedart shiprocket
  dtdc printful printify spod teespring teelaunch customcat printrove shirtee prodigi spreadshirt
  redbubble zazzle shipbob shipstation shippo goshippo easyship sendcloud shippingbo shiphero
  shipmonk deliverr flexport huboo passportshipping globale global-e dsers oberlo spocket
  cjdropshipping zendrop autods modalyst syncee aftership parcelpanel 17track parcelhub narvar
  loopreturns returnly returngo happyreturns navidium mcafee iubenda termly termsfeed onetrust
  cookiebot usercentrics consentmo accessibe userway jamsadr jamsintl networkadvertising aboutads
  gempages pagefly fontawesome github gitlab godaddy namecheap ionos strato hetzner ovh gandi
  bluehost siteground hostinger weebly canva figma adobe it-recht-kanzlei haendlerbund
  protectedshops janolaw e-recht24 traffic-builder cm2c medicys ecommerce-europe youronlinechoices
  edaa
`)

/** Those whose name is a common word; only these very domains are theirs. */
const SERVICE_DOMAINS = wordSet(`
  shop.app meta.com fb.com x.com apple.com adr.org w3.org schema.org bring.com
  bring.no bring.se bring.dk posti.fi post.at laposte.fr drip.com
  drift.com posta.hr posta.si poste.it speedy.bg reviews.co.uk hive.app
  lulu.com checkout.com authorize.net seel.com getbyrd.com attentive.com
  elta.gr elta-courier.gr sofort.com ctt.pt ptt.gov.tr sda.it brt.it norton.com
  pagar.me atome.sg klix.app floa.fr tipsa-dinapaq.com gooten.com
  loggi.com recharge.com rechargeapps.com
  square.com wise.com
`)

/** `gls-germany`, `dpd-group`: a service of one country or of the whole company. */
const isServiceName = (name: string): boolean => {
  const [service = '', ...rest] = name.split('-')
  const part = rest.join(' ')
  return (
    SERVICES.has(name) ||
    (SERVICES.has(service) &&
      (/^(?:[a-z]{2}|group|express|parcel|online|service|support|global|international)$/.test(
        part,
      ) ||
        countryNamed(part) !== null))
  )
}

const APP_DOMAINS = new Set(
  Object.keys(SCRIPT_HOSTS).map((host) => host.split('.').slice(-2).join('.')),
)

/** A placeholder of a template, or the domain of a platform, app, carrier, payment or mail service. */
export const isForeignDomain = (domain: string): boolean => {
  const [name = ''] = domain.split('.')
  return (
    PLACEHOLDER_DOMAINS.has(domain) ||
    isTemplateName(name) ||
    isServiceName(name) ||
    SERVICE_DOMAINS.has(domain) ||
    APP_DOMAINS.has(domain)
  )
}

/** Authorities that privacy policies must name. Matched against the host. */
export const AUTHORITY_HOST =
  /(?:^|\.)(?:gov|gob|gouv|gv|gub|go)(?:\.[a-z]{2})?$|(?:^|\.)europa\.eu$|(?:^|\.)ico\.org\.uk$|(?:^|\.)cnil\.fr$|(?:^|\.)aepd\.es$|(?:^|\.)agpd\.es$|garanteprivacy\.it$|(?:^|\.)gpdp\.it$|dataprotection\.ie$|datenschutz|(?:^|\.)lda\.(?:bayern|brandenburg)\.de$|(?:^|\.)bfdi\.bund\.de$|(?:^|\.)ldi\.nrw\.de$|(?:^|\.)dsb\.gv\.at$|autoriteitpersoonsgegevens\.nl$|dataprotectionauthority\.be$|(?:^|\.)kvkk\.gov\.tr$|(?:^|\.)imy\.se$|datatilsynet\.(?:no|dk)$|(?:^|\.)tietosuoja\.fi$|(?:^|\.)oaic\.gov\.au$|(?:^|\.)priv\.gc\.ca$|(?:^|\.)edoeb\.admin\.ch$|schlichter|verbraucher-?schlicht/

/** Local parts that always mean an example or an unread mailbox; without dots, dashes, underscores. */
const PLACEHOLDER_LOCALS = wordSet(`
  your votre ton tu seu sua tuo tua jouw uw dein deine ihr ihre twoj yourname youremail
  youraddress yourcompany emailaddress tuemail tucorreo tunombre sucorreo sunombre votreemail
  votremail votreadresse votrenom tonemail deineemail deinemail deinname ihreemail ihremail
  ihrname seuemail seunome teuemail tuoemail tuaemail tuonome iltuonome jouwemail uwemail uwnaam
  jouwnaam twojemail twojadres dinepost dinemail dinmail sinunemail vasemail emailultau epostaniz
  epostaadresiniz epostaadresi mailadresiniz emailadresiniz adiniz name nombre firstname lastname
  firstlast firstnamelastname vornamenachname vornamename prenomnom nombreapellido nomesobrenome
  adsoyad isimsoyisim user username usuario utilisateur benutzer benutzername kullanici
  kullaniciadi someone somebody jdoe doe johnsmithexample maxmustermann
  erikamustermann mustermann xxx xxxx abc abcd asdf noreply donotreply nepasrepondre
  nichtantworten noresponder naoresponda mailerdaemon bounce bounces unsubscribe
`)

export const isPlaceholderLocal = (local: string): boolean => {
  const plain = local.replaceAll(/[._-]/g, '')
  return PLACEHOLDER_LOCALS.has(plain) || examples.includes(plain)
}
