import { inLanguages } from './languages.ts'

/** How contact pages introduce a telephone number; markup replaces `{phone}`. */
export const PHONE_LINES = [
  'Phone number: {phone}|Telefonnummer: {phone}|Numéro de téléphone : {phone}|Número de teléfono: {phone}|Numero di telefono: {phone}|Telefoonnummer: {phone}|Telefon numarası: {phone}|Número de telefone: {phone}|電話番号：{phone}',
  'Call us on {phone}, Mon–Fri 9.00–17.00|Rufen Sie uns an: {phone} (Mo–Fr 9.00–17.00)|Appelez-nous au {phone} de 9.00 à 17.00|Llámanos al {phone} de 9.00 a 17.00|Chiamaci al {phone}, lun–ven 9.00–17.00|Bel ons op {phone} (9.00–17.00)|Bizi arayın: {phone} (09.00–17.00)|Ligue {phone} das 9.00 às 17.00|お電話：{phone}（9:00～17:00）',
  'Customer service: {phone}|Kundenservice {phone}|Service client : {phone}|Atención al cliente: {phone}|Servizio clienti {phone}|Klantenservice: {phone}|MÜŞTERİ HİZMETLERİ {phone}|Atendimento: {phone}|お問い合わせ：{phone}',
  'T: {phone}|Tel. {phone}|Tél. {phone}|Tlf.: {phone}|Tel. {phone}|Tel: {phone}|GSM {phone}|Telef.: {phone}|TEL {phone}',
].map(inLanguages)

/** Handles of networks, written so that they look like addresses; `{handle}` = the shop's. */
export const HANDLE_LINES = inLanguages(
  'Follow us <b>{handle}</b><span>@{handle}.test</span>|Folge uns <b>{handle}</b><span>@{handle}.test</span>|Suivez-nous <b>{handle}</b><span>@{handle}.test</span>|Síguenos <b>{handle}</b><span>@{handle}.test</span>|Seguici <b>{handle}</b><span>@{handle}.test</span>|Volg ons <b>{handle}</b><span>@{handle}.test</span>|Takip edin <b>{handle}</b><span>@{handle}.test</span>|Siga <b>{handle}</b><span>@{handle}.test</span>|インスタグラム <b>{handle}</b><span>@{handle}.test</span>',
)

/** What a theme leaves for the merchant to replace. */
export const TEMPLATE_LINES = inLanguages(
  'Email: info@yourstore.test|E-Mail: info@deinshop.test|E-mail : contact@votreboutique.test|Correo: hola@tutienda.test|E-mail: info@tuonegozio.test|E-mail: info@jouwwinkel.test|E-posta: info@magazaniz.test|E-mail: contato@sualoja.test|メール：info@yourstore.test',
)

/** Carriers and services that terms of delivery name. */
export const CARRIER_LINES = inLanguages(
  'Lost parcels: write to claims@royalmail.test with order 20794609910.|Bei Verlust hilft kundenservice@dhl.test, Sendungsnummer 00340434161094.|Colis perdu : service@colissimo.test, numéro de suivi 6A04657112340.|Paquetes perdidos: clientes@correos.test, pedido 910400175.|Pacchi smarriti: assistenza@brt-corriere.test, ordine n. 0240004175.|Pakket kwijt: klantenservice@postnl.test, bestelnummer 0207940991.|Kayıp paketler: destek@yurticikargo.test, sipariş no 02164001075.|Pacotes perdidos: fale@correios.test, pedido 1130004175.|荷物の紛失：info@yamato.test、注文番号 0312345678。',
)
