import { Search, X } from 'lucide-react'
import { type ComponentProps, type RefObject, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useSearchText } from '#web/lib/search-text.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Input } from './form-controls.tsx'

type Props = Pick<ComponentProps<'input'>, 'placeholder' | 'maxLength'> & {
  label: string
  value: string
  /** After a pause in typing, or at once on Enter. `isFirst`: there was no search before. */
  onSearch: (text: string, isFirst: boolean) => void
  /** Names the button that empties the field; without it, the browser's own. */
  clear?: string
  field?: RefObject<HTMLInputElement | null>
  /** Takes the focus when the panel around it opens. */
  isFirst?: boolean
  className?: string
}

export function SearchField(props: Props) {
  const { label, value, onSearch, clear, field, isFirst = false, className, ...rest } = props
  const { text, setText, search } = useSearchText(value, onSearch)
  const own = useRef<HTMLInputElement>(null)
  const input = field ?? own
  return (
    <form
      className={cn('relative', className)}
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
        // The keys go on in what is found.
        input.current?.blur()
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
      }}
    >
      <Search
        className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        type="search"
        placeholder={label}
        {...rest}
        ref={input}
        aria-label={label}
        data-first={isFirst || undefined}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={cn(
          'ps-10',
          clear && 'not-placeholder-shown:pe-11 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {clear && text && (
        <button
          type="button"
          aria-label={clear}
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
          className={buttonClass(
            'quiet',
            'icon',
            'absolute end-0.5 top-1/2 -translate-y-1/2 text-muted',
          )}
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </form>
  )
}
