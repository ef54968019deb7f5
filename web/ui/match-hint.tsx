import { Check, Circle, X, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'

type Match = 'waiting' | 'match' | 'differ'

const icons: Record<Match, LucideIcon> = { waiting: Circle, match: Check, differ: X }
const colours: Record<Match, string> = { waiting: 'text-muted', match: 'text-good', differ: 'text-bad' }

type Props = {
  id: string
  password: string
  confirm: string
  /** Replaces the hint, because an extra line would move the button that the user is about to press. */
  error: string | undefined
}

/** Shows whether both passwords match, while the user types the second one. */
export function MatchHint({ id, password, confirm, error }: Props) {
  const { t } = useTranslation('forms')
  const match = matchOf(password, confirm)
  // This comparison is more recent than the form's last validation.
  const isError = error !== undefined && match !== 'match'
  const Icon = isError ? X : icons[match]
  return (
    <p
      id={id}
      aria-live="polite"
      className={cn('flex items-start gap-2 text-sm', isError ? 'text-bad' : colours[match])}
    >
      <Icon className="mt-1 size-3.5 shrink-0" aria-hidden />
      {isError ? error : t(`confirm.${match}`)}
    </p>
  )
}

function matchOf(password: string, confirm: string): Match {
  if (confirm === '') return 'waiting'
  return confirm === password ? 'match' : 'differ'
}
