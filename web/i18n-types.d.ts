import 'i18next'
import type { Namespace } from '#i18n/languages.ts'
import type announcement from '#i18n/locales/en/announcement.json'
import type common from '#i18n/locales/en/common.json'
import type components from '#i18n/locales/en/components.json'
import type datePicker from '#i18n/locales/en/date-picker.json'
import type errors from '#i18n/locales/en/errors.json'
import type footer from '#i18n/locales/en/footer.json'
import type forms from '#i18n/locales/en/forms.json'
import type hero from '#i18n/locales/en/hero.json'
import type list from '#i18n/locales/en/list.json'
import type navigation from '#i18n/locales/en/navigation.json'
import type pages from '#i18n/locales/en/pages.json'
import type pricing from '#i18n/locales/en/pricing.json'
import type productDetail from '#i18n/locales/en/product-detail.json'
import type settings from '#i18n/locales/en/settings.json'
import type storeDetails from '#i18n/locales/en/store-details.json'

type Resources = {
  announcement: typeof announcement
  common: typeof common
  components: typeof components
  'date-picker': typeof datePicker
  errors: typeof errors
  footer: typeof footer
  forms: typeof forms
  hero: typeof hero
  list: typeof list
  navigation: typeof navigation
  pages: typeof pages
  pricing: typeof pricing
  'product-detail': typeof productDetail
  settings: typeof settings
  'store-details': typeof storeDetails
} & Record<Exclude<Namespace, 'common'>, unknown>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Omit<Resources, never>
  }
}
