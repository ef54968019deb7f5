import { Search } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type FilterKey, NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import type { ListAddress } from '#web/catalog/list/list-address.ts'
import { type ChangeFilter, StoresQueryContext } from '#web/catalog/list/list-change.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { useActiveItem } from '#web/lib/browser/use-active-item.ts'
import { cn } from '#web/lib/cn.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Input } from '#web/ui/form/form-controls.tsx'
import type { Facets } from './facet-counts.tsx'
import { stateOf, toggleValue, type ValueState } from './filter-choice.ts'
import { type FoundFilter, useFoundFilters } from './find-filters.ts'
import { countClass, StateBox } from './option-row.tsx'

type Props = {
  address: ListAddress
  facets: Facets
  onReveal: (key: FilterKey) => void
  onChange: ChangeFilter
}

/**
 * Finds filters and their values by name: Enter opens a filter, and includes a value.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function FilterFinder({ address, facets, onReveal, onChange }: Props) {
  const { t } = useTranslation('list')
  const words = useFilterLabels()
  const listId = useId()
  const [text, setText] = useState('')
  const [done, setDone] = useState('')
  const [hasFocus, setFocus] = useState(false)
  const query = use(StoresQueryContext)
  const found = useFoundFilters({ text, query, view: address.view, words, facets })
  const { active, move, point } = useActiveItem(found.items, text)
  const isOpen = hasFocus && text.trim() !== ''
  const stateIn = ({ key, value }: FoundFilter) =>
    value === null ? null : stateOf(address.filters[key] ?? NO_CHOICE, value)
  const choose = (item: FoundFilter) => {
    const { key, value, label } = item
    setText('')
    if (value === null) return onReveal(key)
    const filter = `${words.name(key)}${words.colon}${label}`
    setDone(t(stateIn(item) === 'include' ? 'finder.removed' : 'finder.added', { filter }))
    onChange(key, (choice) => toggleValue(choice, value, 'include'))
  }
  const enter = async (field: HTMLInputElement) => {
    const first = active ?? (await found.searchNow())
    // Unless the user went on typing.
    if (first && field.value === text) choose(first)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      setText('')
    } else if (event.key === 'Enter') void enter(event.currentTarget)
    else if (!isOpen || event.shiftKey || !move(event.key)) return
    event.preventDefault()
  }
  return (
    <div className="relative py-2.5">
      <FinderField
        isExpanded={isOpen && found.items.length > 0}
        listId={listId}
        aria-activedescendant={isOpen && active ? optionId(listId, active) : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setDone('')
        }}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onKeyDown={onKeyDown}
      />
      <Found id={listId} isOpen={isOpen} found={found} done={done}>
        {found.items.map((item) => (
          <Option
            key={item.id}
            id={optionId(listId, item)}
            item={item}
            isActive={item === active}
            state={stateIn(item)}
            onPoint={() => point(item.id)}
            onChoose={() => choose(item)}
          />
        ))}
      </Found>
    </div>
  )
}

const optionId = (listId: string, { id }: FoundFilter) => `${listId}-${encodeURIComponent(id)}`

type FieldProps = ComponentProps<'input'> & { isExpanded: boolean; listId: string }

function FinderField({ isExpanded, listId, ...props }: FieldProps) {
  const { t } = useTranslation('list')
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ g: () => field.current?.focus() })
  return (
    <>
      <Search
        className="pointer-events-none absolute start-5.5 top-1/2 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        {...props}
        data-escape-empties
        ref={field}
        type="text"
        role="combobox"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-label={t('finder.label')}
        aria-autocomplete="list"
        aria-keyshortcuts="g"
        placeholder={t('finder.label')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={60}
        className="min-h-8.5! ps-8! pe-10! text-xs! pointer-coarse:min-h-11! pointer-coarse:text-base!"
      />
      {props.value === '' && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute end-6 top-1/2 -translate-y-1/2 font-sans text-faint pointer-coarse:hidden"
        >
          G
        </kbd>
      )}
    </>
  )
}

type FoundProps = {
  id: string
  isOpen: boolean
  found: ReturnType<typeof useFoundFilters>
  /** What the last press did. */
  done: string
  children: ReactNode
}

/** The matches, and in words how many there are. A press does not move the focus out of the field. */
function Found({ id, isOpen, found, done, children }: FoundProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const { items, total, state } = found
  const matches = total > 0 ? t('finder.found', formats.counted(total)) : t('filters.findNone')
  const texts = {
    searching: t('filters.findBusy'),
    found: matches,
    failed: t('filters.findFailed'),
  }
  return (
    <>
      <div
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
        className={cn(
          'absolute inset-x-2 top-full z-20 -mt-1 rounded-md border border-line bg-raised p-1 shadow-float',
          !isOpen && 'hidden',
        )}
      >
        <div
          id={id}
          role="listbox"
          aria-label={t('finder.list')}
          className={cn('max-h-[min(26rem,60dvh)] overflow-y-auto', items.length === 0 && 'hidden')}
        >
          {isOpen && children}
        </div>
        {(state !== 'found' || total !== items.length || total === 0) && (
          <p aria-hidden className="px-2 py-1 text-muted">
            {texts[state]}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {isOpen ? texts[state] : done}
      </p>
    </>
  )
}

type OptionProps = {
  id: string
  item: FoundFilter
  isActive: boolean
  /** Null for a filter, which opens. */
  state: ValueState | null
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, item, isActive, state, onPoint, onChoose }: OptionProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const words = useFilterLabels()
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // The field has the focus and the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={cn(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 pointer-coarse:min-h-11',
        isActive && 'bg-sunken',
      )}
    >
      {state && <StateBox state={state} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" title={item.label}>
          {item.label}
        </span>
        <span className="block truncate text-muted">
          {state ? words.name(item.key) : t('finder.open')}
        </span>
      </span>
      {state && state !== 'neither' && (
        <span className="sr-only">
          {t(state === 'include' ? 'finder.chosen' : 'filters.excluded')}
        </span>
      )}
      {item.count !== null && (
        <span className={cn(countClass, 'text-muted')}>{formats.number(item.count)}</span>
      )}
    </div>
  )
}
