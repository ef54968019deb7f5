import { Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { useActiveItem } from '#web/lib/browser/use-active-item.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { type SurfaceProps, usePaletteKey } from '#web/lib/navigation/open-surface.ts'
import { Kbd } from '#web/ui/badge.tsx'
import { buttonClass, Spinner } from '#web/ui/button.tsx'
import type { ArrangedGroup, PaletteItem } from './palette-items.ts'
import { optionId, PaletteList } from './palette-list.tsx'

type Props = SurfaceProps & {
  text: string
  onWrite: (text: string) => void
  groups: readonly ArrangedGroup[]
  isBusy?: boolean
  /** The palette also searches stores, dates and filters. */
  isSearching?: boolean
  note: ReactNode
}

const MAX_LETTERS = 100

export function PaletteDialog(props: Props) {
  const {
    opener,
    onClose,
    text,
    onWrite,
    groups,
    isBusy = false,
    isSearching = false,
    note,
  } = props
  const { t } = useTranslation('palette')
  const listId = useId()
  const base = useHref('/')
  const field = useRef<HTMLInputElement>(null)
  const runAfterClose = useRef<(() => void) | null>(null)
  const items = groups.flatMap((group) => group.items)
  const { active, move, point } = useActiveItem(items, text)
  const activeId = active && optionId(listId, active)
  const choose = ({ action }: PaletteItem) => {
    if (action.kind === 'write') {
      onWrite(action.text)
      field.current?.focus()
      return
    }
    if (action.kind === 'run') runAfterClose.current = action.run
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    if (event.key === 'Enter' && active) take(active, event)
    else if (!event.ctrlKey && !event.metaKey && !event.shiftKey && move(event.key))
      event.preventDefault()
  }
  const take = (item: PaletteItem, event: KeyboardEvent) => {
    event.preventDefault()
    const opensNewTab = event.ctrlKey || event.metaKey
    if (opensNewTab && item.action.kind === 'go')
      open(base.replace(/\/$/, '') + item.action.to, '_blank', 'noopener')
    // Behaves like a click, because an item that opens a page is a link.
    else document.getElementById(optionId(listId, item))?.click()
  }
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade-in fixed inset-0 z-40 bg-[rgb(5_12_20/0.55)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
            runAfterClose.current?.()
          }}
          className="pop-in fixed inset-x-3 top-3 z-50 mx-auto flex h-[min(31rem,calc(100dvh-1.5rem))] max-w-2xl flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float focus:outline-none sm:top-[12vh] sm:h-[min(31rem,76vh)]"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <PaletteField
            ref={field}
            isBusy={isBusy}
            role="combobox"
            aria-autocomplete="list"
            aria-label={t('title')}
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-activedescendant={activeId ?? undefined}
            placeholder={t(isSearching ? 'placeholder' : 'placeholderPublic')}
            value={text}
            onChange={(event) => onWrite(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <PaletteList
            id={listId}
            groups={groups}
            active={active}
            onPoint={point}
            onChoose={choose}
            note={note}
          />
          <PaletteHints />
          <ResultCount count={items.length} isOn={text.trim() !== '' && !isBusy} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteField({ isBusy, ...rest }: ComponentProps<'input'> & { isBusy: boolean }) {
  const { t } = useTranslation('components')
  return (
    <div className="flex items-center gap-3 border-b border-rule ps-4 pe-2">
      {isBusy ? <Spinner /> : <Search className="size-5 shrink-0 text-muted" aria-hidden />}
      <input
        {...rest}
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_LETTERS}
        className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-faint"
      />
      <Dialog.Close aria-label={t('close')} className={buttonClass('quiet', 'icon')}>
        <X className="size-5" aria-hidden />
      </Dialog.Close>
    </div>
  )
}

function PaletteHints() {
  const { t } = useTranslation('palette')
  const modifierKey = usePaletteKey().shown.replace(/ ?K$/, '')
  return (
    <footer
      aria-hidden
      className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-xs text-muted max-sm:hidden pointer-coarse:hidden"
    >
      <Hint keys={['↑', '↓']}>{t('keys.move')}</Hint>
      <Hint keys={['Enter']}>{t('keys.open')}</Hint>
      <Hint keys={[modifierKey, 'Enter']}>{t('keys.newTab')}</Hint>
      <Hint keys={['Esc']}>{t('keys.close')}</Hint>
    </footer>
  )
}

const Hint = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <span className="inline-flex items-center gap-1">
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    <span className="ms-0.5">{children}</span>
  </span>
)

const ANNOUNCE_AFTER_MS = 500

function ResultCount({ count, isOn }: { count: number; isOn: boolean }) {
  const { t } = useTranslation('palette')
  const announced = useDebouncedValue(isOn ? count : null, ANNOUNCE_AFTER_MS)
  return (
    <p role="status" className="sr-only">
      {announced === null || !isOn ? '' : t('results', { count: announced })}
    </p>
  )
}
