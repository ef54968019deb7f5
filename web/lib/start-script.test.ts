import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { EARLY_PRESSES_SCRIPT, startAfterPaint } from './start-script.ts'

type Press = (event: { target: { closest: (selector: string) => object | null } }) => void

type Page = Record<string, unknown> & { __EARLY_PRESSES__?: () => object[] }

function openPage(hidden: boolean) {
  const fetched: unknown[] = []
  const parent = {
    append: (element: { href?: string; src?: string }) => fetched.push(element.href ?? element.src),
  }
  const later: (() => void)[] = []
  let paint = () => {}
  class PerformanceObserver {
    constructor(tell: () => void) {
      paint = tell
    }
    observe() {}
    disconnect() {}
  }
  runInNewContext(startAfterPaint({ entry: '/entry.js', modules: ['/a.js', '/b.js'] }), {
    document: { hidden, head: parent, body: parent, createElement: () => ({}) },
    PerformanceObserver,
    setTimeout: (run: () => void) => later.push(run),
  })
  return { fetched, paint, wait: () => later.forEach((run) => run()) }
}

test('the script of a page that is looked at is fetched once, when the page has been painted', () => {
  const page = openPage(false)
  expect(page.fetched).toEqual([])
  page.paint()
  page.wait()
  expect(page.fetched).toEqual(['/a.js', '/b.js', '/entry.js'])
})

test('a browser that tells of no paint gets the script all the same', () => {
  const page = openPage(false)
  page.wait()
  expect(page.fetched).toEqual(['/a.js', '/b.js', '/entry.js'])
})

test('a page in the background does not wait for a paint', () => {
  expect(openPage(true).fetched).toEqual(['/a.js', '/b.js', '/entry.js'])
})

test('buttons that are pressed before the script is there are told to it, each once, and no later ones', () => {
  const listeners = new Set<Press>()
  const page: Page = {
    addEventListener: (_: string, listen: Press) => listeners.add(listen),
    removeEventListener: (_: string, listen: Press) => listeners.delete(listen),
  }
  runInNewContext(EARLY_PRESSES_SCRIPT, page)
  const [menu, pause] = [{ name: 'menu' }, { name: 'pause' }]
  for (const button of [menu, null, pause, menu])
    for (const press of listeners) press({ target: { closest: () => button } })
  expect(page.__EARLY_PRESSES__?.()).toEqual([menu, pause])
  expect(listeners.size).toBe(0)
})
