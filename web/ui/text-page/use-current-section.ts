import { useSyncExternalStore } from 'react'
import { pickCurrent } from './pick-current.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  addEventListener('resize', listener)
  return () => {
    removeEventListener('scroll', listener)
    removeEventListener('resize', listener)
  }
}

function readCurrent(ids: readonly string[]): string | null {
  const { scrollHeight } = document.documentElement
  const tops = ids.map((id) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity)
  const at = pickCurrent(tops, {
    line: innerHeight * 0.3,
    height: innerHeight,
    isAtEnd: innerHeight + scrollY >= scrollHeight - 2,
    asked: ids.indexOf(location.hash.slice(1)),
  })
  return ids[at] ?? null
}

/** The id of the current section; null above the first one, and on the server. */
export const useCurrentSection = (ids: readonly string[]): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readCurrent(ids),
    () => null,
  )
