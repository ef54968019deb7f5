import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

export function BackToBlog() {
  const { t } = useTranslation('blog')
  return (
    <Link
      to={paths.blog()}
      className="link inline-flex min-h-9 items-center gap-1.5 justify-self-start text-sm pointer-coarse:min-h-11"
    >
      <ArrowLeft className="size-4" aria-hidden />
      {t('article.back')}
    </Link>
  )
}
