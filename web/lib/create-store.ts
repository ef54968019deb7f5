import { useSyncExternalStore } from 'react'

export function createSignal<News = void>() {
  const listeners = new Set<(news: News) => void>()
  return {
    emit(news: News): void {
      for (const listener of listeners) listener(news)
    },
    /** @returns a function that removes the listener */
    on(listener: (news: News) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function createStore<Value>(initial: Value) {
  const changes = createSignal()
  let value = initial
  return {
    current: () => value,
    subscribe: changes.on,
    set(next: Value): void {
      value = next
      changes.emit()
    },
  }
}

const never = () => () => undefined

/** What only a browser knows and what does not change; the server's HTML has another value. */
export const useBrowserValue = <Value>(inBrowser: () => Value, onServer: () => Value): Value =>
  useSyncExternalStore(never, inBrowser, onServer)
