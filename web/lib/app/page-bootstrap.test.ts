import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { EARLY_PALETTE_SCRIPT, EARLY_PRESSES_SCRIPT, startAfterPaint } from './page-bootstrap.ts'

type Press = { target: { closest: (selector: string) => object | null } }

type Page = Record<string, unknown> & {
  __EARLY_PRESSES__?: () => object[]
  __EARLY_PALETTE__?: () => boolean
}

/** What a script finds as the window, and who listens to it. */
function openWindow<Happening>(page: Page = {}) {
  type Listen = (happening: Happening) => void
  const listeners = new Set<Listen>()
  page['addEventListener'] = (_: string, listen: Listen) => listeners.add(listen)
  page['removeEventListener'] = (_: string, listen: Listen) => listeners.delete(listen)
  return { page, listeners }
}

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

test('the script of a visible page is fetched once, after the first paint', () => {
  const page = openPage(false)
  expect(page.fetched).toEqual([])
  page.paint()
  page.wait()
  expect(page.fetched).toEqual(['/a.js', '/b.js', '/entry.js'])
})

test('a browser that reports no paint still gets the script', () => {
  const page = openPage(false)
  page.wait()
  expect(page.fetched).toEqual(['/a.js', '/b.js', '/entry.js'])
})

test('a page in the background does not wait for a paint', () => {
  expect(openPage(true).fetched).toEqual(['/a.js', '/b.js', '/entry.js'])
})

test('button presses before the script has loaded are handed to it once each, later ones are not', () => {
  const { page, listeners } = openWindow<Press>()
  runInNewContext(EARLY_PRESSES_SCRIPT, page)
  const [menu, pause] = [{ name: 'menu' }, { name: 'pause' }]
  for (const button of [menu, null, pause, menu])
    for (const press of listeners) press({ target: { closest: () => button } })
  expect(page.__EARLY_PRESSES__?.()).toEqual([menu, pause])
  expect(listeners.size).toBe(0)
})

type KeyPress = {
  key?: string
  ctrlKey?: boolean
  metaKey?: boolean
  shiftKey?: boolean
  altKey?: boolean
}

test.each<[string, string, KeyPress, boolean]>([
  ['Ctrl K', 'X11; Linux x86_64', { key: 'k', ctrlKey: true }, true],
  ['Ctrl K with caps lock', 'Windows NT 10.0', { key: 'K', ctrlKey: true }, true],
  ['Cmd K on a Mac', 'Macintosh; Intel Mac OS X', { key: 'k', metaKey: true }, true],
  [
    'Ctrl K on a Mac, which belongs to text fields',
    'Macintosh; Intel Mac OS X',
    { key: 'k', ctrlKey: true },
    false,
  ],
  ['Ctrl Shift K', 'X11; Linux x86_64', { key: 'K', ctrlKey: true, shiftKey: true }, false],
  ['k alone', 'X11; Linux x86_64', { key: 'k' }, false],
  ['an autofilled field', 'X11; Linux x86_64', {}, false],
])(
  '%s, pressed before the script has loaded, is kept for the palette: %#',
  (_, userAgent, press, isKept) => {
    const { page, listeners } = openWindow<object>({ navigator: { userAgent } })
    let prevented = 0
    runInNewContext(EARLY_PALETTE_SCRIPT, page)
    const keys = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
    for (const listen of listeners)
      listen({ ...keys, ...press, preventDefault: () => (prevented += 1) })
    expect([page.__EARLY_PALETTE__?.(), prevented, listeners.size]).toEqual([
      isKept,
      isKept ? 1 : 0,
      0,
    ])
  },
)
