import { expect, test } from 'vitest'
import { textsOf } from '#testing/texts.ts'

test('a text is found by namespace and key, with its placeholders filled', () => {
  expect(textsOf('en').t('forms:login.notice.remaining', { remaining: 2, max: 3 })).toContain(
    '2 of 3',
  )
  expect(textsOf('de').t('components:pagination.page', { page: 4 })).toMatch(/4$/)
})

test('a count chooses the plural form of the language', () => {
  const { t } = textsOf('en')
  expect(t('list:total', { count: 1, total: '1' })).toBe('1 store')
  expect(t('list:total', { count: 2, total: '2' })).toBe('2 stores')
  // Zero is singular in French.
  expect(textsOf('fr').t('list:total', { count: 0, total: '0' })).toBe(
    textsOf('fr').t('list:total', { count: 1, total: '0' }),
  )
})

test('a missing key throws instead of returning an empty name that matches everything', () => {
  expect(() => textsOf('en').t('list:nothing.here')).toThrow('no text list:nothing.here in en')
})
