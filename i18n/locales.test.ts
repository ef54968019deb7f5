import { expect, test } from 'vitest'
import {
  languages,
  namespaces,
  serverNamespaces,
  type Language,
  type Namespace,
  type ServerNamespace,
} from '#i18n/languages.ts'
import { readLocale } from '#i18n/read-locale.ts'

type Texts = { [key: string]: string | Texts }

function read(language: Language, namespace: Namespace | ServerNamespace): Map<string, string> {
  return new Map(flatten(readLocale(language, namespace) as Texts))
}

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
}

/** Languages need different plural forms, so `stores_one` and `stores_other` count as one key. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map(withoutPlural))].toSorted()
const placeholdersOf = (text: string) =>
  (text.match(/{{\s*[\w.]+/g) ?? []).map((each) => each.slice(2).trim()).toSorted()

/** Every plural form that `Intl` may ask for in this language. */
const pluralForms = (language: Language) =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

for (const namespace of [...namespaces, ...serverNamespaces]) {
  const english = read('en', namespace)
  for (const language of languages) {
    const texts = read(language, namespace)

    test(
      `${language}/${namespace} has the same keys as the English texts`,
      { tags: ['product.languages', 'calls.locales-namespaces', 'check-91'] },
      () => {
        expect(keysOf(texts)).toEqual(keysOf(english))
      },
    )

    test(
      `${language}/${namespace} has the placeholders of the English texts and no empty text`,
      { tags: ['check-91'] },
      () => {
        for (const [key, text] of texts) {
          const original = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? ''
          expect([key, text.trim() === '']).toEqual([key, false])
          // A singular may spell its number out.
          if (!key.endsWith('_one'))
            expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(original)])
        }
      },
    )

    test(`${language}/${namespace} has every plural form of its language`, () => {
      const plurals = [...texts.keys()].filter((key) => key.endsWith('_other')).map(withoutPlural)
      const missing = plurals.flatMap((key) =>
        pluralForms(language)
          .map((form) => `${key}_${form}`)
          .filter((each) => !texts.has(each)),
      )
      expect(missing).toEqual([])
    })
  }
}

/** Fixed limits, least counts and made-up samples, all greater than one. */
const FIXED =
  /{{(?:most|max|perDay|points|window|days|least|rows|calls|listing|of)}}|demonstration\/|formula|features\.contacts|(?:gate|heating): /
const COUNTED =
  /{{(\w+)}} (?:\w+ )?(?:hosts|stores|products|leads|rows|logs|values|keys|accounts|countries|articles|searches|entries|attempts|jobs|queues|visits|mails|sessions)\b/g

test('an English text that counts something has a singular', () => {
  const lacking = [...namespaces, ...serverNamespaces].flatMap((namespace) =>
    [...read('en', namespace)]
      .filter(([key]) => !/_(?:one|other)$/.test(key))
      .flatMap(([key, text]) =>
        [...text.matchAll(COUNTED)].map(([found]) => `${namespace}/${key}: ${found}`),
      )
      .filter((found) => !FIXED.test(found)),
  )
  expect(lacking).toEqual([])
})

test('French punctuation stays on the same line as its word', () => {
  const loose = [...namespaces, ...serverNamespaces].flatMap((namespace) =>
    [...read('fr', namespace).values()].filter((text) => /\S [:;?!»](?=\s|$)|« /.test(text)),
  )
  expect(loose).toEqual([])
})
