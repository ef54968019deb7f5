import { beforeEach, expect, test, vi } from 'vitest'
import { languages } from '#i18n/languages.ts'
import { columnsOf, ExportView } from '#contracts/workspace/exports.ts'
import { memoryStorage } from '#testing/memory-storage.ts'
import { moveItem } from '#web/ui/form/order-list.tsx'
import {
  chooseColumns,
  defaultColumns,
  readExportChoice,
  saveExportChoice,
} from './export-choice.ts'

let storage: ReturnType<typeof memoryStorage>
beforeEach(() => {
  storage = memoryStorage()
  vi.stubGlobal('localStorage', storage)
})

test.each(ExportView.options)(
  'the default columns of %s are columns of it, each listed once',
  (view) => {
    expect(defaultColumns[view].filter((key) => !columnsOf(view).includes(key))).toEqual([])
    expect(new Set(defaultColumns[view]).size).toBe(defaultColumns[view].length)
  },
)

const usual = { format: 'csv', separator: 'comma', values: 'words' }

test('the last export choice of each list is restored in its order', () => {
  const chosen = {
    format: 'xlsx',
    separator: 'comma',
    values: 'codes',
    columns: ['email', 'name'],
  } as const
  saveExportChoice('stores', chosen)
  expect(readExportChoice('stores', 'de')).toEqual(chosen)
  expect(readExportChoice('leads', 'de')).toEqual({
    ...usual,
    separator: 'semicolon',
    columns: defaultColumns.leads,
  })
})

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['another shape', '{"columns":"name","format":7}'],
  ['columns that no longer exist', '{"columns":["shoeSize"],"format":"pdf"}'],
])('a stored choice with %s falls back to the default', (_what, text) => {
  storage.setItem('export:stores', text)
  expect(readExportChoice('stores', 'en')).toEqual({ ...usual, columns: defaultColumns.stores })
})

test('a file has semicolons where numbers have a decimal comma, until the user chooses commas', () => {
  const withCommas = languages.filter(
    (language) => readExportChoice('stores', language).separator === 'comma',
  )
  expect(withCommas).toEqual(['en'])
  saveExportChoice('stores', { ...readExportChoice('stores', 'de'), separator: 'comma' })
  expect(readExportChoice('stores', 'de').separator).toBe('comma')
})

test('an added column goes to its usual place, and a moved one keeps its place', () => {
  const columns = chooseColumns('stores', ['name', 'country'], ['foundDay', 'domain'], true)
  expect(columns).toEqual(['name', 'domain', 'foundDay', 'country'])
  expect(moveItem(columns, 'country', -1)).toEqual(['name', 'domain', 'country', 'foundDay'])
  expect(moveItem(columns, 'name', -1)).toEqual(columns)
  expect(chooseColumns('stores', ['country', 'name'], ['country'], false)).toEqual(['name'])
  expect(chooseColumns('stores', ['country', 'name'], ['country'], true)).toEqual([
    'country',
    'name',
  ])
})
