import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import type { Texts } from '#testing/texts.ts'
import { keyboard } from './keyboard.ts'
import { buttonWith } from './page.ts'

/**
 * Exports with the button of the page, or of the bar of ticked rows, and returns the lines of the
 * file, the header first.
 */
export async function exportBy(
  page: Page,
  { t }: Texts,
  format: 'csv' | 'xlsx',
  place: Locator = page.getByRole('main'),
): Promise<string[][]> {
  const keys = keyboard(page)
  await keys.press(buttonWith(place, t('components:export.open')))
  const dialog = page.getByRole('dialog', { name: t('exports:title') })
  const choice = dialog.getByRole('radio', { name: t(`exports:formats.${format}.name`) })
  await expect(choice).toBeEnabled()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(choice).toBeChecked()
  const semicolon = dialog.getByRole('radio', {
    name: t('exports:separators.semicolon.name'),
    exact: true,
  })
  const delimiter = format === 'csv' && (await semicolon.isChecked()) ? ';' : ','
  const coming = page.waitForEvent('download')
  await keys.press(buttonWith(dialog, /\d/))
  const file = await readFile(await (await coming).path())
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  return format === 'csv' ? parse(file, { bom: true, delimiter }) : rowsOfSheet(file)
}

function rowsOfSheet(file: Buffer): string[][] {
  const sheet = unzipSync(file)['xl/worksheets/sheet1.xml']
  if (!sheet) throw new Error('a workbook without its sheet')
  return [...strFromU8(sheet).matchAll(/<row\b.*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell]) =>
      (cell ?? '').replaceAll(/<[^>]+>/g, ''),
    ),
  )
}
