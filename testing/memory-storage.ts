/** The storage of a browser, with these items. */
export function memoryStorage(kept: Record<string, string> = {}) {
  const items = new Map(Object.entries(kept))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  }
}

const refuse = () => {
  throw new Error('forbidden')
}

/** The storage of a browser that blocks it. */
export const blockedStorage = { getItem: refuse, setItem: refuse, removeItem: refuse }
