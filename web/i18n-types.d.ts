import 'i18next'
import type about from '#i18n/locales/en/about.json'
import type announcement from '#i18n/locales/en/announcement.json'
import type brief from '#i18n/locales/en/brief.json'
import type bulk from '#i18n/locales/en/bulk.json'
import type changes from '#i18n/locales/en/changes.json'
import type common from '#i18n/locales/en/common.json'
import type comparison from '#i18n/locales/en/comparison.json'
import type components from '#i18n/locales/en/components.json'
import type contact from '#i18n/locales/en/contact.json'
import type datePicker from '#i18n/locales/en/date-picker.json'
import type deliveries from '#i18n/locales/en/deliveries.json'
import type demonstration from '#i18n/locales/en/demonstration.json'
import type errors from '#i18n/locales/en/errors.json'
import type exclusions from '#i18n/locales/en/exclusions.json'
import type exportTexts from '#i18n/locales/en/exports.json'
import type freshness from '#i18n/locales/en/freshness.json'
import type optOut from '#i18n/locales/en/opt-out.json'
import type blog from '#i18n/locales/en/blog.json'
import type follows from '#i18n/locales/en/follows.json'
import type footer from '#i18n/locales/en/footer.json'
import type forms from '#i18n/locales/en/forms.json'
import type hero from '#i18n/locales/en/hero.json'
import type leads from '#i18n/locales/en/leads.json'
import type list from '#i18n/locales/en/list.json'
import type navigation from '#i18n/locales/en/navigation.json'
import type pages from '#i18n/locales/en/pages.json'
import type palette from '#i18n/locales/en/palette.json'
import type payment from '#i18n/locales/en/payment.json'
import type platformBenefits from '#i18n/locales/en/platform-benefits.json'
import type pricing from '#i18n/locales/en/pricing.json'
import type privacy from '#i18n/locales/en/privacy.json'
import type productDetail from '#i18n/locales/en/product-detail.json'
import type sample from '#i18n/locales/en/sample.json'
import type saved from '#i18n/locales/en/saved.json'
import type operator from '#i18n/locales/en/operator.json'
import type pulse from '#i18n/locales/en/pulse.json'
import type score from '#i18n/locales/en/score.json'
import type settings from '#i18n/locales/en/settings.json'
import type storeDetails from '#i18n/locales/en/store-details.json'
import type templates from '#i18n/locales/en/templates.json'
import type terms from '#i18n/locales/en/terms.json'
import type testimonials from '#i18n/locales/en/testimonials.json'
import type today from '#i18n/locales/en/today.json'

// The English texts define the types of the keys; a test checks that the other languages have the
// same keys.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      about: typeof about
      announcement: typeof announcement
      brief: typeof brief
      bulk: typeof bulk
      changes: typeof changes
      common: typeof common
      comparison: typeof comparison
      components: typeof components
      contact: typeof contact
      'date-picker': typeof datePicker
      deliveries: typeof deliveries
      demonstration: typeof demonstration
      errors: typeof errors
      exclusions: typeof exclusions
      exports: typeof exportTexts
      freshness: typeof freshness
      'opt-out': typeof optOut
      blog: typeof blog
      follows: typeof follows
      footer: typeof footer
      forms: typeof forms
      hero: typeof hero
      leads: typeof leads
      list: typeof list
      navigation: typeof navigation
      pages: typeof pages
      palette: typeof palette
      payment: typeof payment
      'platform-benefits': typeof platformBenefits
      pricing: typeof pricing
      privacy: typeof privacy
      'product-detail': typeof productDetail
      sample: typeof sample
      saved: typeof saved
      operator: typeof operator
      pulse: typeof pulse
      score: typeof score
      settings: typeof settings
      'store-details': typeof storeDetails
      templates: typeof templates
      terms: typeof terms
      testimonials: typeof testimonials
      today: typeof today
    }
  }
}
