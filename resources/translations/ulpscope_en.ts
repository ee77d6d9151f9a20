<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>LineStepPlot</name>
        <message numerus="yes">
            <source>Step plot of %1 over %n tile(s).</source>
            <translation>
                <numerusform>Step plot of %1 over %n tile.</numerusform>
                <numerusform>Step plot of %1 over %n tiles.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ProblemText</name>
        <message numerus="yes">
            <source>%n heads</source>
            <translation>
                <numerusform>%n head</numerusform>
                <numerusform>%n heads</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RunForm</name>
        <message numerus="yes">
            <source>Recipe · %n changed</source>
            <translation>
                <numerusform>Recipe · %n changed</numerusform>
                <numerusform>Recipe · %n changed</numerusform>
            </translation>
        </message>
    </context>
</TS>
