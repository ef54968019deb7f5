import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { SupportLine } from '#web/ui/support-line.tsx'

export function BackLinks({ withRegister = false }: { withRegister?: boolean }) {
  const { t } = useTranslation('forms')
  return (
    <>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to={paths.login()} className="link font-semibold">
          {t('backToLogin')}
        </Link>
        {withRegister && (
          <Link to={paths.register()} className="link font-semibold">
            {t('toRegister')}
          </Link>
        )}
      </p>
      <SupportLine />
    </>
  )
}
