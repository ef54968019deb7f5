import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChosenCount } from './filter-section.tsx'
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
      <FilterButton isDialog isOpen={isOpen} onToggle={() => setOpen(!isOpen)} chosen={chosen} />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        kind="sheet"
        title={t('filters.title')}
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            {known === null ? t('filters.close') : t('filters.show', formats.counted(known))}
          </Button>
        }
      >
        <FilterPanel {...filters} />
      </Dialog>
    </>
  )
}

type FilterButtonProps = {
  isOpen: boolean
  isDialog?: boolean
  onToggle: () => void
  chosen: number
}

/** Opens and closes the filters; the label names the action. */
export function FilterButton({ isOpen, isDialog = false, onToggle, chosen }: FilterButtonProps) {
  const { t } = useTranslation('list')
  const label = t(isOpen ? 'filters.close' : 'filters.open')
  return (
    <button
      type="button"
      title={label}
      aria-expanded={isOpen}
      {...(isDialog && { 'aria-haspopup': 'dialog' })}
      onClick={onToggle}
      className={buttonClass('quiet', 'icon', 'relative h-9! w-auto! min-w-9 gap-1.5! px-2')}
    >
      <SlidersHorizontal className="size-4.5 shrink-0" aria-hidden />
      <span className="text-sm sr-only max-work:xs:not-sr-only">{label}</span>
      {!isOpen && <ChosenCount count={chosen} />}
    </button>
  )
}
