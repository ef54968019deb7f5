import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'

const CONFIRMED_MS = 2_000

/** Longest value that the confirmation repeats. */
const MAX_REPEATED = 200

type Props = {
  value: string
  label: string
  isSecret?: boolean
}

/** The icon becomes a tick, and screen readers announce the toast. */
export function CopyButton({ value, label, isSecret = false }: Props) {
  const { t } = useTranslation(['components', 'common'])
  const formats = useFormats()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      const description = isSecret ? label : describeCopy(value, label)
      notify({ kind: 'success', title: t('components:copied'), description })
    } catch {
      notify({ kind: 'error', title: t('common:copyFailed') })
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={`${t('components:copy')}${formats.colon}${label}`}
      className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <Icon className={isCopied ? 'size-4 text-good' : 'size-4'} aria-hidden />
    </button>
  )
}

/** Only the name, if the value is too long to read, such as a table. */
export const describeCopy = (value: string, label: string): string =>
  value.length > MAX_REPEATED || value.includes('\n') ? label : value

/** Copies the address as it is after the latest change of a tab or a filter. */
export function CopyLink() {
  const { t } = useTranslation('components')
  const { pathname, search, hash } = useLocation()
  const origin = globalThis.location?.origin ?? ''
  return <CopyButton value={origin + pathname + search + hash} label={t('copyLink')} />
}
