import { inLanguages, type Language } from '../catalogue/languages.ts'
import { UI } from '../catalogue/texts.ts'

const TITLES: Record<string, Record<Language, string>> = {
  'privacy-policy': UI.privacy,
  'refund-policy': UI.refund,
  'contact-information': UI.contactInformation,
  'shipping-policy': inLanguages(
    'Shipping policy|Versand|Politique d’expédition|Política de envío|Politica di spedizione|Verzendbeleid|Kargo politikası|Política de envio|配送ポリシー',
  ),
  'terms-of-service': inLanguages(
    'Terms of service|AGB|Conditions d’utilisation|Términos del servicio|Termini e condizioni|Algemene voorwaarden|Hizmet şartları|Termos de serviço|利用規約',
  ),
  'legal-notice': inLanguages(
    'Legal notice|Impressum|Mentions légales|Aviso legal|Note legali|Juridische kennisgeving|Yasal bildirim|Aviso legal|特定商取引法に基づく表記',
  ),
}

/** A shop's title for one of the platform's policies; empty for an unknown one. */
export const policyTitle = (handle: string, language: Language): string =>
  TITLES[handle]?.[language] ?? ''
