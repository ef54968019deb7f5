import type { ShopProfile } from './shop-profile.ts'

/** `/agents.md` and `/llms.txt`: the platform's default text; only name and contact vary. */
export function agentsText({ brand, host, contact }: ShopProfile): string {
  const email =
    contact.email && contact.emailPlaces.includes('contact_information')
      ? `- Contact Email: ${contact.email}\n`
      : ''
  const phone = contact.phone ? `- Phone: ${contact.phone}\n` : ''
  return `# Agent Instructions\n\nHow programs can read the store ${brand.name}.\n\n- Domain: https://${host}\n- Locale: ${brand.country.locale}\n- Currency: ${brand.country.currency}\n${email}${phone}\n## Read-only browsing\n\n- Products: \`GET /collections/all\`\n- Sitemap: \`GET /sitemap.xml\`\n\nPayments need a person.\n`
}
