import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { useHiddenColumns } from './use-hidden-columns.ts'

const Hidden = () => [...useHiddenColumns().all].join()

test('where storage is blocked, the columns hidden at first are hidden', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  onTestFinished(() => {
    if (own) Object.defineProperty(globalThis, 'localStorage', own)
  })
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(renderToStaticMarkup(<Hidden />)).toBe('launched')
})
