import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** Takes a file that is dropped on this element. @returns whether one is held over it */
export function useFileDrop(target: RefObject<HTMLElement | null>, onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((event: DragEvent) => {
    const file = event.dataTransfer?.files[0]
    if (file) onFile(file)
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // Without both the browser would open the file in place of the page.
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event)
    }
    target.current?.addEventListener('dragover', over, { signal })
    target.current?.addEventListener('dragleave', () => setOver(false), { signal })
    target.current?.addEventListener('drop', drop, { signal })
    return () => controller.abort()
  }, [target])
  return isOver
}
