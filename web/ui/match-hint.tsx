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
  /** Takes the place of the hint: a line that comes and goes would move what is about to be clicked. */
  error: string | undefined
}

/** Whether both passwords are the same, while the second one is typed. */
export function MatchHint({ id, password, confirm, error }: Props) {
  const { t } = useTranslation('forms')
  const match = matchOf(password, confirm)
  // What is compared here is newer than the form's last look at it.
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
