import { useTranslation } from 'react-i18next'
import { useArrival } from '#web/lib/use-arrival.ts'
import { useSite } from '#web/lib/site.tsx'
import { IdentityButton } from '#web/ui/identity-button.tsx'

/** The alternative sign-in below a form. Renders nothing if the installation has no identity provider. */
export function IdentityPart(props: { kind: 'signIn' | 'signUp'; rememberMe?: boolean }) {
  const { t } = useTranslation('forms')
  const { identityProvider } = useSite()
  const arrive = useArrival()
  if (identityProvider === null) return null
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      <IdentityButton {...props} onToken={(token) => void arrive(token)} />
    </>
  )
}
