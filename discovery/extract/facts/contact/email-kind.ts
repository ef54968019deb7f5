import { parse } from 'tldts'
import { foldedName, wordSet } from '#discovery/document/fold-text.ts'
import { isFreeMail } from './free-mail.ts'

/** Names of the shop that identify its own mailboxes. */
export type OwnNames = {
  /** Registrable domains of the shop. */
  domains: Set<string>
  /** Endings of these domains, e.g. `co.uk`. */
  suffixes: Set<string>
  /** Slugs of at least four letters: shop name, platform handle, domain label. */
  slugs: string[]
}

const slugOf = (text: string): string => foldedName(text).replaceAll(/[^a-z0-9]/g, '')

/** Collected from the shop's hosts and names. */
export function ownNamesOf(
  hosts: (string | null | undefined)[],
  names: (string | null | undefined)[],
): OwnNames {
  const parsed = hosts.flatMap((host) => (host ? [parse(host)] : []))
  const domains = parsed.flatMap(({ domain }) => domain ?? [])
  const suffixes = parsed.flatMap(({ publicSuffix }) => publicSuffix ?? [])
  const labels = domains.map((domain) => domain.split('.')[0])
  const slugs = [...names, ...labels]
    .map((name) => slugOf(name ?? ''))
    .filter((slug) => slug.length >= 4)
  return { domains: new Set(domains), suffixes: new Set(suffixes), slugs: [...new Set(slugs)] }
}

const tokensOf = (local: string): string[] =>
  local.split(/[._+\d-]+/).filter((token) => token !== '')

/**
 * `lumenundfilz` for the shop "Lumen & Filz": belongs to the shop even at a public mailbox
 * provider.
 */
export function namesTheShop(text: string, own: OwnNames): boolean {
  const slug = slugOf(text)
  return (
    slug.length >= 4 &&
    own.slugs.some((name) => slug.includes(name) || (slug.length >= 5 && name.includes(slug)))
  )
}

export function isOwnDomain(domain: string, own: OwnNames): boolean {
  return (
    own.domains.has(domain) ||
    (!isFreeMail(domain) && namesTheShop(domain.split('.')[0] ?? '', own))
  )
}

const hasRoleWord = (tokens: string[]): boolean =>
  tokens.some((token) => ROLE_WORDS.has(token) || (token.length > 6 && endsInRole(token)))

// `customersupport`, `shopkontakt`, `mystorehelp`: a role word of at least five letters at either
// end.
const endsInRole = (token: string): boolean =>
  [...ROLE_WORDS].some(
    (word) => word.length >= 5 && (token.endsWith(word) || token.startsWith(word)),
  )

/** Whether a name begins with a frequent given name. */
export const namesPerson = (name: string): boolean =>
  FIRST_NAMES.has(slugOf(name.split(/[\s-]/)[0] ?? ''))

/** `info`, `hallo`, `kundenservice`: a mailbox of a business, whatever its domain. */
export const isRoleMailbox = (local: string): boolean => hasRoleWord(tokensOf(local))

/** `jane.doe`, `j.doe`, `jane`: looks like one person. */
function looksLikePerson(local: string, tokens: string[]): boolean {
  const [first = ''] = tokens
  if (FIRST_NAMES.has(first)) return true
  return /^[a-z]{1,12}[._][a-z]{3,20}$/.test(local) && !hasRoleWord(tokens)
}

/**
 * `role` = a mailbox of the business: a role word, the shop's own name, or any mailbox of the
 * shop's domain that does not look like a person. Everything else is `personal`, even if a shop
 * publishes it as its contact.
 */
export function emailKindOf(local: string, domain: string, own: OwnNames): 'role' | 'personal' {
  const tokens = tokensOf(local)
  if (hasRoleWord(tokens)) return 'role'
  if (namesTheShop(local, own) && !FIRST_NAMES.has(tokens[0] ?? '')) return 'role'
  if (looksLikePerson(local, tokens)) return 'personal'
  return isOwnDomain(domain, own) ? 'role' : 'personal'
}

/**
 * Mailbox names that stand for a function, in en, de, fr, es, pt, tr, it, nl and ja (romanised).
 */
const ROLE_WORDS = wordSet(`
  info information infos contact contacts contactus support help helpdesk service services
  customer customers customerservice customercare client clients care cs sales sale order orders
  shop store boutique office admin administration hello hi hey hola team press media pr marketing
  partnership partnerships partner partners affiliate affiliates influencer influencers collab
  collabs wholesale b2b trade billing accounts accounting finance invoice returns return refund
  refunds shipping warranty privacy gdpr dpo legal compliance dsgvo jobs careers hr recruiting
  feedback questions enquiries enquiry inquiries inquiry mail email post webmaster web online
  general reception studio events booking bookings reservations newsletter news community social
  ecommerce ecom operations ops logistics purchase distribution webshop onlineshop owner founders
  business corporate company brand concierge advice assistance talk ask kontakt kundenservice
  kundendienst kundenbetreuung verkauf bestellung bestellungen buero rechnung
  rechnungen datenschutz presse vertrieb zentrale anfrage anfragen versand retoure retouren laden
  hallo moin widerruf impressum contactez commande commandes serviceclient sav
  ventes vente bonjour coucou commercial comptabilite facturation rgpd equipe bureau
  contacto contactanos atencion atencionalcliente soporte ayuda ventas venta pedidos pedido tienda
  informacion clientes cliente devoluciones facturacion prensa administracion oficina saludos
  contato suporte ajuda vendas venda loja atendimento sac faleconosco informacoes
  comercial financeiro contacte ola oi troca trocas iletisim destek bilgi satis siparis
  siparisler magaza musteri musterihizmetleri yardim merhaba muhasebe kurumsal iade kvkk toptan
  contatti assistenza supporto vendite ordini negozio clienti amministrazione ciao servizioclienti
  klantenservice contacteer verkoop bestellingen winkel klant toiawase otoiawase okyakusama
  tenpo uketsuke sabisu
`)

/**
 * Frequent given names in the product's markets (Latin letters, no accents); they suggest that a
 * mailbox belongs to one person.
 */
const FIRST_NAMES = wordSet(`
  adam adrian agnes ahmet aisha alain alan albert alejandro alessandro alex alexander alexandra
  alexandre alexis ali alice alicia alina alison allison alper amanda amber amelia amelie amy ana
  anais andre andrea andreas andres andrew angela angelina anita anja ann anna anne annette annie
  anthony antoine anton antonia antonio arda arthur arnaud astrid ashley aurelie austin axel ayse
  baris barbara beatrice beatriz ben benjamin berk bernd bernard bianca bill birgit bob brandon
  brenda brian britta bruno bryan burak camila camille can carla carlos carmen carol carolin
  carolina caroline catherine cathy cedric cem chantal charles charlie charlotte chris christian
  christina christine christoph christophe christopher cindy claire clara claudia claudio claus
  clement corinna cristina cynthia dan daniel daniela daniele dave david deborah denis denise
  deniz dennis diana diane diego dirk dominic dominik dominique donald donna doris dylan eddie
  eduardo edward elena elias elif elisabeth elise elizabeth ella ellen emily emine emma emmanuel
  emre enrico eric erica erik erin esra esther ethan eva evelyn fabian fabien fabio fatih fatma
  felipe felix fernanda fernando filipe florence florian francesca francesco francisco francois
  frank franziska fred frederic gabriel gabriela gary george georg gerard gerhard gina giovanni
  giulia giuseppe gloria gokhan grace greg guillaume gustavo hakan hannah hans harry hasan heather
  heidi heike helen helena helene henri henry hiroshi holger huseyin hugo ian ibrahim ingrid irene
  iris isabel isabella isabelle ivan jack jackie jacob jacqueline jacques jake james jan jana jane
  janet janine jason javier jean jeff jeffrey jennifer jenny jens jeremy jerome jessica jessie
  jill jim joan joanna joao joe joel joerg johanna john johannes jonas jonathan jordan jorge jose
  joseph josh joshua joyce juan judith judy julia julian juliana julie julien juliette jurgen
  justin justine kaan kai karen karim karin karl karolina katelyn kate katharina katherine
  kathleen kathrin kathy katie katja katrin keith kelly ken kenji kerstin kevin kim klaus kristin
  kyle lara larry laura lauren laurent lea leandro lena leon leonardo leonie lieselotte lily linda
  lisa liz lorena louis louise luc luca lucas lucia lucie lucy luis luisa lukas magali manfred
  manon manuel manuela marc marcel marcelo marco marcos marcus margaret maria mariana marie marina
  mario marion mark markus marlene marta martha martin martina martine mary mathias mathieu matt
  matteo matthew matthias maurice max maxime mehmet melanie melissa meike mert mia michael
  michaela michel michelle miguel mike mila mona monica monika monique murat mustafa nadia nadine
  nancy natalia natalie natasha nathalie nathan neil nicholas nick nico nicola nicolas nicole
  nikki nils nina noah nora norbert nuria oliver olivia olivier omar omer oscar osman ozan pablo
  pamela paola pascal pat patricia patrick patrizia paul paula paulo pedro peggy peter petra
  philip philipp philippe phil pia pierre rachel rafael rainer ralf ramon raphael raul rebecca
  regina renate rene ricardo richard rick rita rob robert roberto rodrigo roger roland romain ron
  rosa rose ross roxana ruben russell ruth ryan sabine sabrina sally sam samantha samuel sandra
  sandrine sara sarah sascha scott sean sebastian sebastien selim selin serge sergio serkan sharon
  sheila silke silvia simon simone sofia sonia sonja sophia sophie stefan stefanie stephan
  stephane stephanie stephen steve steven sue susan susanne suzanne sven sylvia sylvie takashi
  tamara tanja tara tatiana taylor ted teresa theo theresa thierry thomas tiago tim timo tina
  tobias todd tom tomas tony torsten tracy tristan tuba tyler ufuk ulrich ursula uwe valentin
  valentina valerie vanessa vera veronica veronika vicky victor victoria vincent virginie viviane
  volker walter wendy werner will william wolfgang yannick yasmin yusuf yuki yves yvonne zeynep
  zoe
`)
