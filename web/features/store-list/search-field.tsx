import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Input } from '#web/ui/input.tsx'

const SETTLED_AFTER_MS = 250

type Props = {
  label: string
  placeholder: string
  /** The text in the address. */
  value: string
  /** Called after a pause in typing; `isFirst` when there was no search before. */
  onSearch: (text: string, isFirst: boolean) => void
}

/** Search field. Applies the text after a pause, or at once with Enter; Esc empties the field; `/` focuses it. */
export function SearchField({ label, placeholder, value, onSearch }: Props) {
  const { t } = useTranslation('list')
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  // The address changed in another way, such as Back; it wins over the text in the field.
  if (seen !== value) {
    setSeen(value)
    if (value !== sent) setText(value)
  }
  const search = (words: string) => {
    const wanted = words.trim()
    setSent(wanted)
    if (wanted !== value) onSearch(wanted, value === '')
  }
  const settle = useEffectEvent(() => search(text))
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(settle, SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  useShortcuts({ '/': () => field.current?.focus() })
  const clear = () => {
    setText('')
    search('')
    field.current?.focus()
  }
  return (
    <form
      role="search"
      className="relative min-w-44 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
      }}
    >
      <Search
        className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        ref={field}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && text !== '' && clear()}
        className="ps-10! pe-10! [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          onClick={clear}
          aria-label={t('search.clear')}
          className="absolute end-1 top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </form>
  )
}
