import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorStatus } from '#contracts/errors.ts'
import { languages } from '#i18n/languages.ts'

test.each(languages)('%s has a text for every error code', async (language) => {
  const file = new URL(`../../../i18n/locales/${language}/errors.json`, import.meta.url)
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  expect(Object.keys(errorStatus).filter((code) => !texts[code]?.trim())).toEqual([])
})
