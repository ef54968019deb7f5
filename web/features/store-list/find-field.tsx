import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Input } from '#web/ui/input.tsx'

type Props = { filter: string; text: string; onType: (text: string) => void }

/** Searches the values of a long filter. Esc empties the field. */
export function FindField({ filter, text, onType }: Props) {
  const { t } = useTranslation('list')
  const label = t('filters.find', { filter })
  return (
    <div className="relative mb-1.5 me-1">
      <Search
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          onType('')
        }}
        className="min-h-9! ps-8.5! text-sm pointer-coarse:min-h-11! pointer-coarse:text-base"
      />
    </div>
  )
}
