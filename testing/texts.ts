import {
  languageInfo,
  languages,
  type Language,
  type Namespace,
  type ServerNamespace,
} from '#i18n/languages.ts'
import { readLocale } from '#i18n/read-locale.ts'

export { languages }

type Values = Record<string, string | number>

export type Texts = {
  language: Language
  locale: string
  /**
   * `forms:login.submit`, or `email:verify.subject` as used in the mails. With `count` among the
   * values, the language's plural form.
   * @throws Error for an unknown key
   */
  t: (key: `${Namespace | ServerNamespace}:${string}`, values?: Values) => string
  number: (value: number) => string
  /** `2026-11-20` → Friday, November 20, 2026. */
  fullDay: (day: string) => string
}

export function textsOf(language: Language): Texts {
  const { locale } = languageInfo[language]
  const plurals = new Intl.PluralRules(locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const read = memoise((namespace) => readLocale(language, namespace))
  return {
    language,
    locale,
    t(key, values = {}) {
      const [namespace = '', name = ''] = key.split(':')
      const { count } = values
      const text =
        (typeof count === 'number' &&
          lookUp(read(namespace), `${name}_${plurals.select(count)}`)) ||
        lookUp(read(namespace), name)
      if (text === null) throw new Error(`no text ${key} in ${language}`)
      return text.replace(/\{\{(\w+)\}\}/g, (hole, of: string) => String(values[of] ?? hole))
    },
    number: (value) => new Intl.NumberFormat(locale).format(value),
    fullDay: (day) => days.format(new Date(`${day}T00:00:00Z`)),
  }
}

function lookUp(tree: unknown, name: string): string | null {
  let at = tree
  for (const key of name.split('.')) {
    if (typeof at !== 'object' || at === null) return null
    at = (at as Record<string, unknown>)[key]
  }
  return typeof at === 'string' ? at : null
}

function memoise(read: (name: string) => unknown): (name: string) => unknown {
  const known = new Map<string, unknown>()
  return (name) => {
    if (!known.has(name)) known.set(name, read(name))
    return known.get(name)
  }
}
