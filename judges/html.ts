import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import pLimit from 'p-limit'
import * as z from 'zod'
import { findChromium } from '#testing/find-chromium.ts'
import { type Seen, sumUp } from './findings.ts'
import type { Judge, Reason } from './judge.ts'
import { listPublicPages } from './public-pages.ts'
import { fromNpm, run, versionOf, withFolder } from './tools.ts'

const VERSION = '26.9.27'
const vnu = () => fromNpm('vnu-jar', VERSION)

const REASONS: Reason[] = [
  {
    finding: /computed heading level of 1\. \(served \/list/,
    reason: 'the shell of a page for members holds nothing until its script knows who asks',
  },
]

/**
 * As served in each language to a reader without scripts, and as the browser has it in one of them
 * after its scripts have run.
 */
export const html: Judge = {
  name: 'html',
  tool: 'vnu',
  version: async () => ((await versionOf('java')) && (await vnu()) ? VERSION : undefined),
  skip: '`apt-get install -y default-jre-headless`; npm fetches vnu-jar',
  async judge(start) {
    const { origin } = await start()
    const addresses = await listPublicPages(origin)
    return withFolder(async (folder) => {
      const pages: Pages = new Map()
      await saveServed(addresses, folder, pages)
      const rendered = await saveRendered(addresses, folder, pages)
      const checked = `${addresses.length} pages served, ${rendered} rendered`
      return { checked, findings: sumUp(await judgeFiles(folder, pages)), reasons: REASONS }
    })
  },
}

/** What the files of a folder hold. */
type Pages = Map<string, string>

async function save(folder: string, pages: Pages, page: string, markup: string): Promise<void> {
  const name = `${pages.size}.html`
  pages.set(name, page)
  await writeFile(path.join(folder, name), markup)
}

async function saveServed(addresses: string[], folder: string, pages: Pages): Promise<void> {
  const inTurn = pLimit(2)
  await inTurn.map(addresses, async (address) => {
    const answer = await fetch(address, { headers: { accept: 'text/html' } })
    await save(folder, pages, `served ${pathOf(address)}`, await answer.text())
  })
}

const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '')

/** @returns how many */
async function saveRendered(addresses: string[], folder: string, pages: Pages): Promise<number> {
  const executablePath = findChromium()
  if (executablePath === null) return 0
  const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath })
  try {
    const chosen = chooseRendered(addresses)
    for (const address of chosen) {
      // A context for each: a page remembers the language of the one before.
      const page = await browser.newPage({ viewport: { width: 412, height: 915 } })
      await page.goto(address)
      // The page deletes it when it has taken over.
      await page.waitForFunction(() => !('__EARLY_PRESSES__' in globalThis))
      await page.locator('h1').first().waitFor()
      await save(folder, pages, `rendered ${pathOf(address)}`, await page.content())
      await page.close()
    }
    return chosen.length
  } finally {
    await browser.close()
  }
}

const MOST_ARTICLES = 3

/** In one language: the others differ by words alone, and articles are all built alike. */
function chooseRendered(addresses: readonly string[]): string[] {
  const inOne = addresses.filter((address) => !new URL(address).searchParams.has('lang'))
  const isArticle = (address: string) => /^\/blog\/[^/?]+/.test(pathOf(address))
  const few = new Set(inOne.filter(isArticle).slice(0, MOST_ARTICLES))
  return inOne.filter((address) => !isArticle(address) || few.has(address))
}

const Messages = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      subType: z.string().optional(),
      url: z.string(),
      message: z.string(),
    }),
  ),
})

/** Errors and warnings; the rest of its messages are matters of taste, such as a closing slash. */
async function judgeFiles(folder: string, pages: Pages): Promise<Seen[]> {
  const jar = path.join((await vnu()) ?? '', 'build/dist/vnu.jar')
  const args = ['-Xss4m', '-jar', jar, '--format', 'json', '--skip-non-html', folder]
  const { stderr } = await run('java', args)
  const { messages } = Messages.parse(JSON.parse(stderr))
  return messages
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .map(({ message, url }) => ({ what: message, where: pages.get(path.basename(url)) ?? url }))
}
