import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { readListReturn } from '#web/lib/list-return.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Back to the list in its previous state and scroll position. A real link, so that a middle click works too. */
export function BackLink() {
  const { t } = useTranslation('store-details')
  const back = readListReturn(useLocation().state)
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!back || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-back.stepsBack)
  }
  return (
    <Link
      to={paths.list() + (back?.listSearch ?? '')}
      onClick={goBack}
      className={buttonClass('quiet', 'sm', '-ms-3 mb-4')}
    >
      <ArrowLeft className="size-4" aria-hidden />
      {t('back')}
    </Link>
  )
}
