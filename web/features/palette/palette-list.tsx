import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArrangedGroup } from './arrange-items.ts'
import type { PaletteItem } from './palette-item.ts'
import { PaletteOption } from './palette-option.tsx'

type Props = {
  id: string
  groups: readonly ArrangedGroup[]
  active: PaletteItem | null
  onPoint: (itemId: string) => void
  onChoose: (item: PaletteItem) => void
  note: ReactNode
}

export const optionId = (listId: string, { id }: PaletteItem) => `${listId}-${encodeURIComponent(id)}`

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
