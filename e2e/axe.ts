import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { expect } from './fixtures.ts'
import { CHECKED_LANGUAGES } from './scope.ts'
import { switchLanguage } from './screens.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Rules whose result a theme can change; names, roles and structure are the same in both themes.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Rules whose result the wording can change: names, contents and target sizes. Structure and
 * colours do not change.
 */
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

/** The parts in which the states of a page differ; one check covers the rest of the page. */
const CHANGING = ['main', '[role=dialog]', '[role=menu]', '[aria-live]']

type Plan = {
  /**
   * Checked in this order; empty: the page as it is. English gets every rule, other languages those
   * that depend on wording.
   */
  languages: readonly Texts['language'][]
  within?: readonly string[]
}

/** The page meets WCAG 2.2 AA in the languages of this run, light and dark. Ends in English. */
export const expectAccessible = (page: Page, name: string) =>
  expectNone(page, name, { languages: CHECKED_LANGUAGES })

/**
 * The same for the current state, in the languages of this run. `reopen` restores what a change of
 * the address closes.
 */
export async function expectStateAccessible(
  page: Page,
  name: string,
  reopen?: () => Promise<void>,
): Promise<void> {
  if (!reopen) return expectNone(page, name, { languages: CHECKED_LANGUAGES, within: CHANGING })
  for (const language of CHECKED_LANGUAGES) {
    await switchLanguage(page, language)
    await reopen()
    await expectNone(page, `${name}, ${language}`, { languages: [], within: CHANGING })
  }
}

/**
 * Axe measures the colours on screen: request reduced motion, so that no element is half faded in.
 */
async function expectNone(page: Page, name: string, plan: Plan): Promise<void> {
  // Leaves axe in the page: it is half a megabyte, which the builder would inject three times per
  // check.
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

/** Runs entirely in the page: the round trips would take as long as the checks. */
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
    // Colours may take a frame or two to settle, even with reduced motion.
    do await new Promise(requestAnimationFrame)
    while (
      document
        .getAnimations()
        .some((each) => each instanceof CSSTransition && each.playState === 'running')
    )
    const include = plan.within
      ?.filter((each) => document.querySelector(each))
      .map((each) => [each])
    // Full details only for violations, and no frames: this takes a third of the time.
    const options = { runOnly, resultTypes: ['violations'], iframes: false }
    const { violations } = await axe.run(include ? { include } : document, options)
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${name}: ${id}: ${html}\n${failureSummary}`)
  }

  /** Works like Back and Forward. */
  async function switchTo(language: string): Promise<void> {
    const address = new URL(location.href)
    address.searchParams.set('lang', language)
    history.replaceState(history.state, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    do await new Promise(requestAnimationFrame)
    while (root.lang !== language)
  }
}
