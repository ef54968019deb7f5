import type { RefObject } from 'react'

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
