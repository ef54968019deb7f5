import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { expect } from './fixtures.ts'
import { SCREEN_LANGUAGES, STATE_LANGUAGES } from './scope.ts'
import { switchLanguage } from './screens.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** All that a theme can change; names, roles and structure are the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** All that words can change: names, what stands in them, and the size of what is pressed. Structure and colours stay. */
const WORD_RULES = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'label-content-name-mismatch',
  'link-name',
  'select-name',
  'svg-img-alt',
  'target-size',
  'valid-lang',
]

/** Where the states of one page differ; what stands around them is looked at once. */
const CHANGING = ['main', '[role=dialog]', '[role=menu]', '[aria-live]']

type Plan = {
  /** One after the other; none: as the page is. English is looked at by every rule, the others by those that words can change. */
  languages: readonly Texts['language'][]
  /** The whole page where it is not given. */
  within?: readonly string[]
}

/** The page meets WCAG 2.2 AA in every language, light and dark; it ends in English. */
export const expectAccessible = (page: Page, name: string) =>
  expectNone(page, name, { languages: SCREEN_LANGUAGES })

/** So does what is on it just now, in the languages of this run. `reopen` brings back what does not outlive a change of the address. */
export async function expectStateAccessible(
  page: Page,
  name: string,
  reopen?: () => Promise<void>,
): Promise<void> {
  if (!reopen) return expectNone(page, name, { languages: STATE_LANGUAGES, within: CHANGING })
  for (const language of STATE_LANGUAGES) {
    await switchLanguage(page, language)
    await reopen()
    await expectNone(page, `${name}, ${language}`, { languages: [], within: CHANGING })
  }
}

/** Axe measures colours as they are: ask for reduced motion, so that nothing is half faded in when it looks. */
async function expectNone(page: Page, name: string, plan: Plan): Promise<void> {
  // Leaves axe in the page: half a megabyte, which the builder would bring three times for each look.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode(true).withRules('document-title').analyze()
  const rules = { standards: STANDARDS, colours: COLOUR_RULES, words: WORD_RULES }
  expect.soft(await page.evaluate(findViolations, { ...plan, ...rules }), name).toEqual([])
}

type Axe = {
  run: (
    context: Document | { include: string[][] },
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

type Rules = { standards: string[]; colours: string[]; words: string[] }

/** In the page, all of it: going to and fro between the two would take as long as the looking. */
async function findViolations(plan: Plan & Rules): Promise<string[]> {
  const { axe } = window as unknown as { axe: Axe }
  const root = document.documentElement
  const found: string[] = []
  if (plan.languages.length === 0) await lookIn(root.lang)
  for (const language of plan.languages) {
    await switchTo(language)
    await lookIn(language)
  }
  delete root.dataset['theme']
  return found

  async function lookIn(language: string): Promise<void> {
    if (language !== 'en') return look(`${language}, light`, { type: 'rule', values: plan.words })
    await look(`${language}, light`, { type: 'tag', values: plan.standards })
    await look(`${language}, dark`, { type: 'rule', values: plan.colours })
  }

  async function look(name: string, runOnly: { type: string; values: string[] }): Promise<void> {
    root.dataset['theme'] = name.endsWith('dark') ? 'dark' : 'light'
    // Colours may be on their way for a frame or two, also where less motion is asked for.
    do await new Promise(requestAnimationFrame)
    while (
      document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running')
    )
    const include = plan.within?.filter((each) => document.querySelector(each)).map((each) => [each])
    // Only violations told in full, and no frames to look into: a third of the time.
    const options = { runOnly, resultTypes: ['violations'], iframes: false }
    const { violations } = await axe.run(include ? { include } : document, options)
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes) found.push(`${name}: ${id}: ${html}\n${failureSummary}`)
  }

  /** As Back and Forward do. */
  async function switchTo(language: string): Promise<void> {
    const address = new URL(location.href)
    address.searchParams.set('lang', language)
    history.replaceState(history.state, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    do await new Promise(requestAnimationFrame)
    while (root.lang !== language)
  }
}
