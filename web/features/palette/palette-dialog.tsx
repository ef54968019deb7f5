import { Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { ArrangedGroup } from './arrange-items.ts'
import { PaletteHints } from './palette-hints.tsx'
import type { SurfaceProps } from './palette-layer.tsx'
import type { PaletteItem } from './palette-item.ts'
import { optionId, PaletteList } from './palette-list.tsx'
import { ResultCount } from './result-count.tsx'
import { useActive } from './use-active.ts'

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
  const { opener, onClose, text, onWrite, groups, isBusy = false, isSearching = false, note } = props
  const { t } = useTranslation(['palette', 'components'])
  const listId = useId()
  const base = useHref('/')
  const field = useRef<HTMLInputElement>(null)
  const afterwards = useRef<(() => void) | null>(null)
  const items = groups.flatMap((group) => group.items)
  const { active, move, point } = useActive(items, text)
  const activeId = active && optionId(listId, active)
  const choose = ({ deed }: PaletteItem) => {
    if (deed.kind === 'write') {
      onWrite(deed.text)
      field.current?.focus()
      return
    }
    if (deed.kind === 'run') afterwards.current = deed.run
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    if (event.key === 'Enter' && active) take(active, event)
    else if (!event.ctrlKey && !event.metaKey && !event.shiftKey && move(event.key)) event.preventDefault()
  }
  const take = (item: PaletteItem, event: KeyboardEvent) => {
    event.preventDefault()
    const isElsewhere = event.ctrlKey || event.metaKey
    if (isElsewhere && item.deed.kind === 'go')
      open(base.replace(/\/$/, '') + item.deed.to, '_blank', 'noopener')
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
            afterwards.current?.()
          }}
          className="pop-in fixed inset-x-3 top-3 z-50 mx-auto flex h-[min(31rem,calc(100dvh-1.5rem))] max-w-2xl flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float focus:outline-none sm:top-[12vh] sm:h-[min(31rem,76vh)]"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-rule ps-4 pe-2">
            {isBusy ? <Spinner /> : <Search className="size-5 shrink-0 text-muted" aria-hidden />}
            <input
              ref={field}
              role="combobox"
              aria-label={t('title')}
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={activeId ?? undefined}
              enterKeyHint="go"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={MAX_LETTERS}
              placeholder={t(isSearching ? 'placeholder' : 'placeholderPublic')}
              value={text}
              onChange={(event) => onWrite(event.target.value)}
              onKeyDown={onKeyDown}
              className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-faint"
            />
            <Dialog.Close aria-label={t('components:close')} className={buttonClass('quiet', 'icon')}>
              <X className="size-5" aria-hidden />
            </Dialog.Close>
          </div>
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
