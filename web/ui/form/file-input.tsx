import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Props = {
  /** Its button clicks it, because the browser's own one cannot be styled. */
  ref: RefObject<HTMLInputElement | null>
  accept: string
  onFile: (file: File) => void
}

export const FileInput = ({ ref, accept, onFile }: Props) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    hidden
    onChange={({ target }) => {
      const file = target.files?.[0]
      // The same file, changed or after a failure, must be taken again.
      target.value = ''
      if (file) onFile(file)
    }}
  />
)

/** @returns whether the user is dragging a file over the element */
export function useFileDrop(
  target: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((event: DragEvent) => {
    const file = event.dataTransfer?.files[0]
    if (file) onFile(file)
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // Both handlers are needed; otherwise the browser would replace the page with the file.
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
