import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages, textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { openScreen, screens, SCREENS_COMPLAIN } from './screens.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** All that a theme can change; names, roles and structure are the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

// Axe measures colours as they are: nothing may be half faded in when it looks.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedComplaints: SCREENS_COMPLAIN })

for (const visitor of ['anonymous', 'pro'] as const) {
  test.describe(`as ${visitor}`, () => {
    test.use({ visitor })
    for (const language of languages) {
      test(`every screen meets WCAG 2.2 AA in ${language}, light and dark`, async ({ page, sample }) => {
        for (const screen of screens.filter((each) => each.visitor === visitor)) {
          await openScreen(page, screen, sample, textsOf(language), language === 'en' ? 'load' : 'link')
          await page.emulateMedia({ colorScheme: 'light' })
          expect.soft(await findViolations(page), screen.name).toEqual([])
          await page.emulateMedia({ colorScheme: 'dark' })
          expect.soft(await findViolations(page, COLOUR_RULES), `${screen.name}, dark`).toEqual([])
        }
      })
    }
  })
}

async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // No frames to look into, and only violations told in full: a third of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(STANDARDS)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
