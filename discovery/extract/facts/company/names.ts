import { foldText } from '#discovery/document/fold-text.ts'
import { namesPerson } from '#discovery/extract/facts/contact/email-kind.ts'
import {
  COMPANY_LINE,
  COMPANY_PREFIX,
  NAME_ENDS,
  OPERATED_BY,
  OWNER_WORD,
  SENTENCE,
} from './legal-words.ts'
import { foldedLine } from './legal-pages.ts'
import { countryNamed, isOtherLine } from './postcodes.ts'

const PLATFORM = /shopify/i

/** Japanese notices are tables of unmistakable labels, each with its value in the next cell. */
const JAPANESE = /^(?=.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])[^:：。]{2,40}$/u

/**
 * The line after a bare `Company` is more often a menu than a name, unless it ends in a company
 * form.
 */
export function companyName(value: string, isBelow: boolean): string | null {
  const name = nameIn(value)
  if (name === null) return null
  return isBelow && !COMPANY_LINE.test(name) && !JAPANESE.test(name) ? null : name
}

/** The name at the beginning of a text, without what a sentence adds to it. */
export function nameIn(text: string): string | null {
  const folded = foldedLine(text)
  if (SENTENCE.test(folded)) return operatorIn(text)
  const prefix = COMPANY_PREFIX.exec(text)?.[0] ?? ''
  // Words that end a name may be part of it before its form: "Atelier Rea GmbH".
  const after = NAME_ENDS.exec(folded.slice(prefix.length))?.index
  const end = after === undefined ? -1 : prefix.length + after
  // "Luz y Fieltro SLU – B58304171": after the form, digits are no part of the name.
  const cut = prefix !== '' && /^\s?[–—,(-].*\d/u.test(text.slice(prefix.length)) ? prefix : text
  const value = end > 1 && end < cut.length ? text.slice(0, end) : cut
  // The final dot of `A.Ş.` belongs to the name.
  const endsInForm = /(?:^|[^\p{L}])\p{L}{1,4}\.$/u.test(value)
  const name = (endsInForm ? value : value.replace(/(?<![.,;])[.,;]+$/, '')).trim()
  const isName =
    name.length >= 2 &&
    name.length <= 90 &&
    /^["“„«]?[\p{L}\p{N}]/u.test(name) &&
    !isOtherLine(name)
  return isName && !PLATFORM.test(name) && name.split(' ').length <= 10 ? name : null
}

/** "This website is operated by Alder Mill Ltd, …" */
function operatorIn(text: string): string | null {
  const match = OPERATED_BY.exec(foldedLine(text))
  const rest = match ? text.slice(match.index + match[0].length) : ''
  const name = COMPANY_PREFIX.exec(rest)?.[0] ?? null
  return name && !PLATFORM.test(name) && !isOtherLine(name) ? name : null
}

const PARTICLE = String.raw`(?:von|van|de|da|do|dos|das|del|della|der|den|di|du|la|le|el|al|bin|zu|y|e)`
const TITLE = String.raw`(?:(?:Herrn?|Frau|Mrs?|Ms|Mme|Mlle|M|Sra?|Dña|Dr|Prof|Dipl|Ing|Sig|Sn|Bay|Bayan)\.?\s+)*`
const NAME = String.raw`\p{Lu}[\p{L}'’.-]{0,30}`
const PERSON = new RegExp(
  String.raw`^${TITLE}(${NAME}(?:\s+(?:${PARTICLE}\s+)*${NAME}){1,3})$`,
  'u',
)
const JAPANESE_PERSON =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,6}[\s　]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,6}$/u
// Rules out a person's name: a company, a job title, a heading.
const NOT_A_PERSON =
  /(?:GmbH|UG|Ltd|LLC|Inc|SARL|SAS|S\.L|Shop|Store|Team|Impressum|Kontakt|Contact|Service|Street|Stra(?:ß|ss)e|Shopify)(?![\p{L}])/iu

export function personName(value: string): string | null {
  const [first = ''] = value.split(/[,;/(|]|\s(?:und|and|et|ve|en|&|[–—-])\s/u)
  const name = PERSON.exec(first.trim())?.[1] ?? JAPANESE_PERSON.exec(first.trim())?.[0] ?? null
  return name && name.length <= 60 && !NOT_A_PERSON.test(name) && countryNamed(name) === null
    ? name
    : null
}

/** "Lumen Filz, Inh. Jana Holtkamp", "Feltro di Luca Garvani", "Inés Calderón – 12345678Z" */
export function ownerIn(line: string): string | null {
  if (line.length > 120) return null
  const match = OWNER_WORD.exec(foldedLine(line))
  const rest = match ? line.slice(match.index + match[0].length) : ''
  const named = COMPANY_PREFIX.test(rest) ? null : personName(rest)
  const [, after = ''] = line.includes(' di ')
    ? (/^\p{Lu}.{2,40}\sdi\s(\p{Lu}.{3,40})$/u.exec(line) ?? [])
    : []
  const byName = after !== '' && namesPerson(after) ? personName(after) : null
  const byNumber = nameBeforeNumber(line) ?? ''
  return named ?? byName ?? (COMPANY_LINE.test(byNumber) ? null : personName(byNumber))
}

const TAX_NUMBER =
  /^(?:(?:c\.?i\.?f|n\.?i\.?f|dni|siren|siret|nipc|p\.? ?iva|vat|nip|cvr|org|kvk|vkn|steuer|ust|mersis|cnpj|еик)[^\d]{0,20}[\d .-]{7,}.{0,4}|[a-z]-?\d{7}[\da-j]|\d{8}[a-z])$/u

/** The name before a dash and a tax number. */
function nameBeforeNumber(line: string): string | null {
  const [, name = '', number = ''] = /^(\p{Lu}[^–—:]{2,60}?)\s?[–—-]\s(.{8,60})$/u.exec(line) ?? []
  return TAX_NUMBER.test(foldText(number)) && !isOtherLine(name) ? name : null
}

/** A line that is the name of a company, or begins with it and goes on with a number. */
export function companyInLine(line: string): string | null {
  const operator = operatorIn(line)
  if (operator) return operator
  const isLine = COMPANY_LINE.test(line)
  const prefix = isLine ? line : (COMPANY_PREFIX.exec(line)?.[0] ?? '')
  const rest = line.slice(prefix.length)
  const goesOn =
    prefix !== '' &&
    (/^\s?[–—,(-]\s?[^\p{Ll}]{0,4}\d/u.test(rest) || NAME_ENDS.exec(foldText(rest))?.index === 0)
  if (isLine || goesOn) return nameIn(prefix)
  const name = nameBeforeNumber(line)
  return name !== null && personName(name) === null ? name : null
}
