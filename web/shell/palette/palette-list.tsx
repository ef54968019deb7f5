import {
  ArrowRight,
  Bookmark,
  CalendarDays,
  Filter,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Package,
  Store,
  SunMoon,
  Zap,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import type { ArrangedGroup, PaletteItem } from './palette-items.ts'

type Props = {
  id: string
  groups: readonly ArrangedGroup[]
  active: PaletteItem | null
  onPoint: (itemId: string) => void
  onChoose: (item: PaletteItem) => void
  note: ReactNode
}

export const optionId = (listId: string, { id }: PaletteItem) =>
  `${listId}-${encodeURIComponent(id)}`

/** A press in the list does not move the focus out of the field. */
export function PaletteList({ id, groups, active, onPoint, onChoose, note }: Props) {
  const { t } = useTranslation('palette')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={t('title')}
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(({ name, items }) => (
          <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="px-2 pb-2">
            <p
              id={`${id}-${name}`}
              role="presentation"
              className="eyebrow sticky top-0 z-10 bg-raised px-2 pt-2.5 pb-1"
            >
              {t(`groups.${name}`)}
            </p>
            {items.map((item) => (
              <PaletteOption
                key={item.id}
                id={optionId(id, item)}
                item={item}
                isActive={item === active}
                onPoint={() => onPoint(item.id)}
                onChoose={() => onChoose(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <div role="status">{note}</div>
    </div>
  )
}

type PaletteOptionProps = {
  id: string
  item: PaletteItem
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** Items that open a page are links, so that they also open in another tab. */
function PaletteOption({ id, item, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    // Not on pointer enter: rows that scroll under a resting pointer must not become active.
    onPointerMove: () => isActive || onPoint(),
    className: cn(
      'relative flex min-h-9.5 w-full pointer-coarse:min-h-11 scroll-my-9 items-center gap-3 rounded-md px-2 py-1.5 text-start',
      isActive &&
        'bg-sunken before:absolute before:inset-y-2 before:start-0 before:w-0.75 before:rounded-full before:bg-action',
    ),
  } as const
  if (item.action.kind === 'go') {
    return (
      <Link
        {...shared}
        to={item.action.to}
        onClick={(event) => {
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onChoose()
        }}
      >
        <Face item={item} />
      </Link>
    )
  }
  return (
    <button {...shared} type="button" onClick={onChoose}>
      <Face item={item} />
    </button>
  )
}

function Face({ item }: { item: PaletteItem }) {
  return (
    <>
      {item.pictureUrl === undefined ? (
        <span className="grid size-7 shrink-0 place-items-center text-muted">
          {createElement(iconOf(item), { className: 'size-4.5', 'aria-hidden': true })}
        </span>
      ) : (
        <StoreLogo url={item.pictureUrl} name={item.label} className="size-7! text-xs" />
      )}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span lang={item.lang} className="min-w-0 break-words">
          {item.label}
        </span>
        {item.hint !== undefined && (
          <span className="min-w-0 text-sm break-words text-muted">{item.hint}</span>
        )}
      </span>
    </>
  )
}

function iconOf({ group, id }: Pick<PaletteItem, 'group' | 'id'>): LucideIcon {
  switch (group) {
    case 'page':
      return Zap
    case 'recent':
    case 'stores':
      return Store
    case 'products':
      return Package
    case 'pages':
      return ArrowRight
    case 'dates':
      return CalendarDays
    case 'searches':
      return Bookmark
    case 'filters':
      return Filter
    case 'actions':
      return actionIcon(id)
    default:
      return group satisfies never
  }
}

function actionIcon(id: string): LucideIcon {
  if (id.startsWith('language')) return Languages
  if (id.startsWith('appearance')) return SunMoon
  return id === 'shortcuts' ? Keyboard : LogOut
}
