import { SlidersHorizontal, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { ChosenCount } from './chosen-count.tsx'

type Props = { isOpen: boolean; onToggle: () => void; chosen: number }

/** Opens and closes the filters on screens without room for a panel; the label names the action. */
export function FilterButton({ isOpen, onToggle, chosen }: Props) {
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
