import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChosenCount } from './disclosure.tsx'
import { useCounts } from './facet-counts.tsx'
import { FilterPanel, type FilterProps } from './filter-panel.tsx'

type Props = FilterProps & { total: number | null; chosen: number }

/**
 * The filters on small screens: the toggle button names its action, the button in the sheet names
 * the number of stores.
 */
export function FilterSheet({ total, chosen, ...filters }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const counts = useCounts()
  const known = total ?? counts.total
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <FilterButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} chosen={chosen} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        kind="sheet"
        title={t('filters.title')}
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            {known === null
              ? t('filters.close')
              : t('filters.show', { count: known, total: formats.number(known) })}
          </Button>
        }
      >
        <FilterPanel {...filters} />
      </Dialog>
    </>
  )
}

type FilterButtonProps = { isOpen: boolean; onToggle: () => void; chosen: number }

/** Opens and closes the filters on screens without room for a panel; the label names the action. */
export function FilterButton({ isOpen, onToggle, chosen }: FilterButtonProps) {
  const { t } = useTranslation('list')
  const Icon = isOpen ? X : SlidersHorizontal
  return (
    <Button variant="secondary" aria-expanded={isOpen} aria-haspopup="dialog" onClick={onToggle}>
      <Icon className="size-4" aria-hidden />
      {t(isOpen ? 'filters.close' : 'filters.open')}
      {!isOpen && <ChosenCount count={chosen} />}
    </Button>
  )
}
