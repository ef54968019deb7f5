import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { all, renderScreen } from '#testing/render-screen.tsx'
import { Accordion, closeOthers, keepOpen } from './accordion.tsx'

const items = ['a', 'b', 'c'].map((key) => ({
  key,
  title: `Question ${key}`,
  content: `Answer ${key}`,
}))
const render = (props: Partial<ComponentProps<typeof Accordion>> = {}) =>
  renderScreen(<Accordion items={items} {...props} />)
const namesIn = (html: string) => all(html, /<details name="([^"]*)"/g)

test(
  'with one item open at a time, all items share a name, so that the browser closes the others',
  { tags: ['accordion.open'] },
  () => {
    const names = namesIn(render())
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(1)
    expect(namesIn(render({ open: 'multiple' }))).toEqual([])
  },
)

test('an accordion starts closed or with one item open', () => {
  expect(render()).not.toContain('open=""')
  expect(render({ initial: 'b' })).toMatch(/open="".*Question b/)
  expect(render({ initial: 'b' }).match(/open=""/g)).toHaveLength(1)
})

function details(open: readonly boolean[]) {
  const parent = { children: [] as unknown[] }
  const made = open.map((isOpen) => {
    const attributes = new Set(isOpen ? ['open'] : [])
    return {
      parentElement: parent,
      hasAttribute: (name: string) => attributes.has(name),
      removeAttribute: (name: string) => attributes.delete(name),
    }
  })
  parent.children.push(...made)
  // Safe: the handlers use nothing else.
  return made as unknown as HTMLElement[]
}

test('the others also close in a browser that does not support the name attribute', () => {
  const all = details([true, false, true])
  const [, , last] = all
  if (!last) throw new Error('three were made')
  closeOthers({ currentTarget: last, newState: 'closed' })
  expect(all.map((each) => each.hasAttribute('open'))).toEqual([true, false, true])
  closeOthers({ currentTarget: last, newState: 'open' })
  expect(all.map((each) => each.hasAttribute('open'))).toEqual([false, false, true])
})

test.each([
  [true, 1],
  [false, 0],
])(
  'an accordion that cannot be collapsed keeps its open item open (item open: %s)',
  { tags: ['accordion.collapsible'] },
  (isOpen, prevented) => {
    const [item] = details([isOpen])
    let count = 0
    // Safe: the handlers read only its parent.
    const summary = { parentElement: item } as unknown as HTMLElement
    keepOpen({ currentTarget: summary, preventDefault: () => void (count += 1) })
    expect(count).toBe(prevented)
  },
)
