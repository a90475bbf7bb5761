# The job with Squib: squib_deck.rb DECK FOLDER, into front.pdf and back.pdf there.
#
# Fonts are found by fontconfig, so they must be where it looks (FONTCONFIG_FILE).
require 'json'
require 'yaml'
require 'fileutils'

begin
  require 'classy_hash'
rescue LoadError
  # Debian has every other library that Squib needs; this one only checks the files that name places.
  module ClassyHash
    class SchemaViolationError < StandardError; end
    module G
      def self.enum(*) = nil
    end
    def self.validate(*) = true
  end
  $LOADED_FEATURES << 'classy_hash.rb'
end
require 'squib'

deck = JSON.parse(File.read(ARGV[0]))
cards = deck['cards']
width, height = deck['trim']
bleed = deck['bleed']
whole = { width: "#{width + 2 * bleed}mm", height: "#{height + 2 * bleed}mm", cards: cards.size, dpi: 300 }
sans = 'Fira Sans Condensed'
FileUtils.mkdir_p ARGV[1]
Dir.chdir ARGV[1]

# Places on a side: the corners of bleeds, from the upper left one.
sprue = lambda do |name, behind|
  places = deck['places'].map { |left, top| [behind ? deck['sheet'][0] - left - width : left, top] }
  lines = places.flat_map do |left, top|
    [[:vertical, left], [:vertical, left + width], [:horizontal, top], [:horizontal, top + height]]
  end
  File.write(name, {
    'sheet_width' => '210mm', 'sheet_height' => '297mm',
    'card_width' => whole[:width], 'card_height' => whole[:height],
    'cards' => places.map { |left, top| { 'x' => "#{left - bleed}mm", 'y' => "#{top - bleed}mm" } },
    'crop_line' => { 'lines' => lines.uniq.map { |way, at| { 'type' => way, 'position' => "#{at}mm" } } }
  }.to_yaml)
  name
end

at = ->(left, top) { { x: "#{bleed + left}mm", y: "#{bleed + top}mm" } }

Squib::Deck.new(**whole) do
  on = cards.map { |card| card['on'] }
  background color: cards.map { |card| card['field'] }
  rect(**at[6, 13], width: "#{width - 9}mm", height: "#{height - 21}mm", fill_color: deck['paper'], stroke_width: 0)
  text(**at[6, 3], str: cards.map { |card| card['title'] }, font: 'Marcellus', font_size: 12, color: on)
  text(**at[6, 8.5], str: cards.map { |card| card['kind'].upcase }, font: "#{sans} Semi-Bold", font_size: 6, color: on)
  text(**at[width - 8, 3], str: cards.map { |card| card['numeral'] }, font: 'Marcellus', font_size: 14, color: on)
  said = cards.map do |card|
    card['lines'].map do |kind, words|
      case kind
      when 'item' then words
      when 'tie' then "<i>#{words}</i>"
      else "<span weight='600'>#{words}</span>"
      end
    end.join("\n")
  end
  text(**at[7.5, 14], str: said, markup: true, width: "#{width - 12}mm",
       height: "#{height - 23}mm", ellipsize: false, font: sans, font_size: 8, color: '#1c1712')
  text(**at[12, height - 6], str: cards.map { |card| card['foot'] }, font: "#{sans} Semi-Bold", font_size: 7.5, color: on)
  save_pdf dir: '.', file: 'front.pdf', sprue: sprue['front.yml', false]
end

Squib::Deck.new(**whole) do
  background color: deck['night']
  text str: cards.map { |card| card['numeral'] }, width: whole[:width], height: whole[:height], align: :center,
       valign: :middle, font: 'Marcellus', font_size: 40, color: deck['paper']
  save_pdf dir: '.', file: 'back.pdf', sprue: sprue['back.yml', true]
end
