import { isFullRun } from '#testing/full-run.ts'
import { textsOf } from '#testing/texts.ts'
import { expectAccessible, expectStateAccessible } from './axe.ts'
import { test } from './fixtures.ts'
import { openScreen, screens, SCREENS_COMPLAIN } from './screens.ts'
import { holdLongTimers, STATES_COMPLAIN } from './walk.ts'
import { walks } from './walks.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const visitor of ['anonymous', 'pro', 'operator'] as const) {
  test.describe(`as ${visitor}`, () => {
    test.use({ visitor, expectedComplaints: SCREENS_COMPLAIN })
    test.describe.configure({ timeout: 900_000 })
    test(
      'every screen meets WCAG 2.2 AA, light and dark',
      { tag: ['@check-62'] },
      async ({ page, sample }) => {
        for (const screen of screens.filter((each) => each.visitor === visitor)) {
          await openScreen(page, screen, sample, textsOf('en'))
          await expectAccessible(page, screen.name)
        }
      },
    )
  })
}

for (const { name, visitor, play } of isFullRun ? walks : []) {
  test.describe(name, () => {
    test.use({ visitor, expectedComplaints: [STATES_COMPLAIN] })
    // Some tests visit seventeen states, and the machine may be busy.
    test.describe.configure({ timeout: 900_000 })
    test('every state meets WCAG 2.2 AA, light and dark', async ({ page }) => {
      await holdLongTimers(page)
      await play({
        page,
        texts: textsOf('en'),
        look: (state, reopen) => expectStateAccessible(page, state, reopen),
      })
    })
  })
}
